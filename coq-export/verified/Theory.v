(** * A theory that is accepted has a model, and unfolding is sound in it

    [good] says what a model of a theory is; it is part of the meaning of a claim. [model_exists] says that
    claims are about something: every accepted theory has a model for every typed interpretation of its opaque
    parts. *)
From Verified Require Export Sorting.
Set Implicit Arguments.

(** ** Sort parameters of an expression *)
Fixpoint isub (ss : list sort) (e : expr) : expr :=
  match e with
  | EBound i s => EBound i (ssub ss s) | ELocal l s => ELocal l (ssub ss s)
  | EGhost l s => EGhost l (ssub ss s) | ENu s => ENu (ssub ss s)
  | EInt _ | ELit _ _ | ETrue | EFalse => e
  | ECtor s t args => ECtor (ssub ss s) t (map (isub ss) args)
  | EFn d ts args => EFn d (map (ssub ss) ts) (map (isub ss) args)
  | EPred p args => EPred p (map (isub ss) args)
  | EBin o a b => EBin o (isub ss a) (isub ss b)
  | EDiv a k => EDiv (isub ss a) k | EMod a k => EMod (isub ss a) k
  | EIte c a b => EIte (isub ss c) (isub ss a) (isub ss b)
  | ENot a => ENot (isub ss a) | EQuant q s a => EQuant q (ssub ss s) (isub ss a)
  end.
Definition set_sv (W : senv) (r : env) := Env (loc r) (gho r) (nu r) (bnd r) W (pv r).

Section Isub.
  Variables (D : datatypes) (kd : nat -> kind) (M : model).
  Hypothesis HP : proper M.
  Lemma ev_isub ss e : forall r, ev M r (isub ss e) = ev M r e.
  Proof.
    induction e using expr_rec'; intros r; simpl; auto;
      try (f_equal; rewrite map_map; apply map_ext_F; eapply Forall_impl; eauto; simpl; auto; fail).
    - rewrite IHe1, IHe2; auto.
    - rewrite IHe; auto.
    - rewrite IHe; auto.
    - rewrite IHe1, IHe2, IHe3; auto.
    - rewrite IHe; auto.
  Qed.
  Lemma evs_isub ss r es : map (ev M r) (map (isub ss) es) = map (ev M r) es.
  Proof. rewrite map_map. apply map_ext. intros. apply ev_isub. Qed.
  Lemma at_sorts_at S ss ts : seq (at_sorts D (mO M) S (map (ssub ss) ts))
    (at_sorts D (mO M) (at_sorts D (mO M) S ss) ts).
  Proof.
    intros i v. unfold at_sorts at 1 2. change SInt with (ssub ss SInt) at 1. rewrite map_nth. apply hs_ssub.
  Qed.
  Lemma ev_sv W r e : ev M (set_sv W r) e = ev M r e.
  Proof. apply ev_eqe. constructor; auto. Qed.
  Lemma dn_isub ss e : forall r,
    dn D kd M r (isub ss e) <-> dn D kd M (set_sv (at_sorts D (mO M) (sv r) ss) r) e.
  Proof.
    induction e using expr_rec'; intros r; simpl; try tauto; rewrite ?evs_isub.
    - rewrite <- (map_ext _ _ (fun e => ev_sv (at_sorts D (mO M) (sv r) ss) r e)).
      destruct (kd d); try tauto. apply HP. apply at_sorts_at.
    - rewrite <- (map_ext _ _ (fun e => ev_sv (at_sorts D (mO M) (sv r) ss) r e)). tauto.
    - destruct o; simpl; rewrite ?ev_isub, ?ev_sv; try tauto; rewrite IHe1, IHe2; tauto.
    - rewrite IHe; tauto.
    - assert (K : forall v, dn D kd M (push v r) (isub ss e) <->
        dn D kd M (push v (set_sv (at_sorts D (mO M) (sv r) ss) r)) e) by (intros v; apply IHe).
      destruct q; simpl.
      + split; intros H v Hv; apply K, H, hs_ssub, Hv.
      + split; intros (v & Hv & H); exists v; (split; [apply hs_ssub|apply K]); auto.
  Qed.
End Isub.

(** ** Accepted theories *)
Section Theory.
  Variables (D : datatypes) (defs : list def).
  Notation get := (get defs).
  Notation kd := (kind_of defs).
  Notation ty_of := (ty_of D defs).
  Definition dctx (ps : list sort) : ctx := Ctx (map Some ps) [] None [].
  Definition body_ok (d : nat) (fs : list sort) (e : expr) : bool :=
    let t := ty_of (dctx (d_params (get d) ++ fs)) [] e in
    match d_res (get d) with
    | Some s => has s t
    | None => form t && (negb (d_dec (get d)) || dec kd e)
    end.
  Definition def_typed (d : nat) : bool :=
    match d_body (get d) with
    | BDirect e => body_ok d [] e
    | BCases on cases =>
        match nth_error (d_params (get d)) on with
        | Some (SData n args) =>
            Nat.eqb (length cases) (length (ctors D n)) &&
            forallb (fun tag => match fields D (SData n args) tag, nth_error cases tag with
              | Some fs, Some e => body_ok d fs e | _, _ => false end) (List.seq 0 (length (ctors D n)))
        | _ => false
        end
    | BOpaque => true
    end.
  Definition theory_ok : bool := defs_ok defs && forallb def_typed (List.seq 0 (length defs)).

  (** What evidence relies on. *)
  Record good (M : model) : Prop := {
    g_proper : proper M;
    g_lit : forall l i, mO M i (mL M l i);
    g_typed : forall d vs, typed_at D defs M d vs;
    g_fun : forall d vs e fs W, select defs d vs = Some (e, fs) ->
      mI M d vs = ev M (denv (np defs d) vs fs W) e;
    g_pred : forall d vs e fs W, select defs d vs = Some (e, fs) ->
      (mJ M d W vs <-> dn D kd M (denv (np defs d) vs fs W) e) }.

  Lemma nth_error_map_Some A (l : list A) i x : nth_error (map Some l) i = Some (Some x) -> nth_error l i = Some x.
  Proof. revert i. induction l; intros [|i]; simpl; try discriminate; auto. congruence. Qed.
  Lemma denv_ok M ps fs vs gs W n : hsl D (mO M) W vs ps -> hsl D (mO M) W gs fs -> n = length ps ->
    env_ok D M (dctx (ps ++ fs)) [] (denv n vs gs W).
  Proof.
    intros H1 H2 ->. constructor; simpl.
    - intros l s E. apply nth_error_map_Some in E. destruct (l <? length ps) eqn:B.
      + apply Nat.ltb_lt in B. rewrite nth_error_app1 in E by auto. eapply hsl_nth; eauto.
      + apply Nat.ltb_ge in B. rewrite nth_error_app2 in E by auto. eapply hsl_nth; eauto.
    - intros [] s; discriminate.
    - discriminate.
    - intros [] s; discriminate.
  Qed.
  Lemma typed_def d : forallb def_typed (List.seq 0 (length defs)) = true -> def_typed d = true.
  Proof.
    rewrite forallb_forall. intros H. destruct (Nat.lt_ge_cases d (length defs)).
    - apply H. apply in_seq. lia.
    - unfold def_typed, Defs.get. rewrite nth_overflow by lia. reflexivity.
  Qed.
  (** The body that is selected is well-sorted where the fields are. *)
  Lemma select_typed O W d vs e fs : def_typed d = true -> select defs d vs = Some (e, fs) ->
    hsl D O W vs (d_params (get d)) -> exists ss, hsl D O W fs ss /\ body_ok d ss e = true.
  Proof.
    unfold def_typed, select. destruct (d_body (get d)) as [b|on cases|]; try discriminate.
    - intros H [= <- <-] _. exists []. simpl; auto.
    - destruct (nth_error (d_params (get d)) on) as [[|n args| |]|] eqn:E; try discriminate.
      intros H S Hv. apply andb_prop in H as [_ H]. assert (Hon : hs D O W (nth on vs dflt) (SData n args)) by (eapply hsl_nth; eauto).
      apply hs_data in Hon as (tag & gs & ss & E1 & E2 & E3). rewrite E1 in S.
      destruct (nth_error cases tag) eqn:E4; try discriminate. injection S as <- <-.
      exists ss. split; auto. rewrite forallb_forall in H. specialize (H tag). rewrite E2, E4 in H.
      apply H. apply in_seq. rewrite fields_eq in E2. destruct (nth_error (ctors D n) tag) eqn:E5; try discriminate.
      assert (N : nth_error (ctors D n) tag <> None) by congruence. apply nth_error_Some in N. lia.
  Qed.

  (** ** A model exists *)
  Section Exists.
    Variables (O : nat -> value -> Prop) (L : nat -> nat -> value).
    Variables (opI : nat -> list value -> value) (opJ : nat -> senv -> list value -> Prop).
    Hypothesis HLit : forall l i, O i (L l i).
    Hypothesis opJ_proper : forall d S T vs, seq S T -> (opJ d S vs <-> opJ d T vs).
    Hypothesis opI_typed : forall d S s vs, d_body (get d) = BOpaque -> d_res (get d) = Some s ->
      hsl D O S vs (d_params (get d)) -> hs D O S (opI d vs) s.
    Hypothesis OK : theory_ok = true.
    Definition the_model : model := Defs.M D defs O L opI opJ.
    Theorem model_exists : good the_model.
    Proof.
      unfold theory_ok in OK. apply andb_prop in OK as [O1 O2].
      assert (EI : forall d vs e fs W, select defs d vs = Some (e, fs) ->
        mI the_model d vs = ev the_model (denv (np defs d) vs fs W) e) by (intros; apply I_eq; auto).
      constructor; auto.
      - apply M_proper; auto.
      - intros d vs. change (typed_at D defs the_model (fst (d, vs)) (snd (d, vs))).
        generalize (d, vs). clear d vs.
        apply (well_founded_ind (lex_wf (gI defs) (fI defs))). intros [d vs] IH W s R Hv. simpl in *.
        destruct (select defs d vs) as [[e fs]|] eqn:E.
        + rewrite (EI _ _ _ _ W E).
          destruct (select_typed O W d vs (typed_def d O2) E Hv) as (ss & Hf & B).
          destruct (select_ok defs O1 _ _ E) as (rec & A & Hs).
          unfold body_ok in B. rewrite R in B. apply has_spec in B.
          assert (EO : env_ok D the_model (dctx (d_params (get d) ++ ss)) [] (denv (np defs d) vs fs W))
            by (apply denv_ok; auto).
          refine (@ev_sorted D defs the_model HLit (call_ok defs rec d) _ _ _ e s A _ EO B).
          intros d' args' Hc. apply (IH (d', map (ev the_model (denv (np defs d) vs fs W)) args')).
          eapply call_smaller; eauto.
        + simpl. unfold I. erewrite (@fixp_eq _ (gI defs) (fI defs) _ dflt eq eq (FI defs O L opI));
            auto using FI_ext. unfold FI at 1. simpl. rewrite E.
          destruct (d_body (get d)) as [b|on cases|] eqn:B.
          * unfold select in E. rewrite B in E. discriminate.
          * exfalso. pose proof (typed_def d O2) as T. unfold def_typed in T. rewrite B in T.
            destruct (nth_error (d_params (get d)) on) as [[|n args| |]|] eqn:Eo; try discriminate.
            assert (Hon : hs D O W (nth on vs dflt) (SData n args)) by (eapply hsl_nth; eauto).
            apply hs_data in Hon as (tag & gs & ss & E1 & E2 & E3).
            unfold select in E. rewrite B, E1 in E. apply andb_prop in T as [_ T].
            rewrite forallb_forall in T. specialize (T tag). rewrite E2 in T.
            assert (N : nth_error (ctors D n) tag <> None).
            { rewrite fields_eq in E2. destruct (nth_error (ctors D n) tag); discriminate. }
            apply nth_error_Some in N. destruct (nth_error cases tag); [discriminate|].
            discriminate T. apply in_seq. lia.
          * eapply opI_typed; eauto.
      - intros. apply J_eq; auto.
    Qed.
  End Exists.

  (** ** Unfolding *)
  Definition locsub (xs : list expr) : sbst :=
    Sb (fun l _ => nth l xs (EInt 0)) (fun l s => EGhost l s) (fun s => ENu s) (fun i s => EBound i s).
  Definition upd (i : nat) (x : expr) (xs : list expr) : list expr :=
    firstn i xs ++ x :: skipn (S i) xs.
  Definition unfold_body (d : nat) (ss : list sort) (args : list expr) (as_ctor : option expr) : option expr :=
    match d_body (get d) with
    | BDirect e => Some (sub 0 (locsub args) (isub ss e))
    | BCases on cases =>
        match (match as_ctor with Some c => Some c | None => nth_error args on end) with
        | Some (ECtor s tag fs) =>
            option_map (fun e => sub 0 (locsub (upd on (ECtor s tag fs) args ++ fs)) (isub ss e))
              (nth_error cases tag)
        | _ => None
        end
    | BOpaque => None
    end.
  Definition analysed (d : nat) (args : list expr) : option expr :=
    match d_body (get d) with BCases on _ => nth_error args on | _ => None end.

  Lemma args_len (f : expr -> option ty) args : forall ss, args_ok f args ss = true -> length args = length ss.
  Proof.
    induction args; intros []; simpl; try discriminate; auto. rewrite andb_true_iff. intros [_ H]. f_equal; auto.
  Qed.
  Lemma args_terms M r G B args : forall ss, args_ok (ty_of G B) args ss = true ->
    Forall (fun e => ~ dn D kd M r e) args.
  Proof.
    induction args; intros [|s ss]; simpl; try discriminate; auto. rewrite andb_true_iff. intros [H1 H2].
    constructor; eauto. apply has_spec in H1. eapply term_no_formula; eauto.
  Qed.

  Section Unfold.
    Variable M : model.
    Hypothesis GM : good M.
    Hypothesis OK : theory_ok = true.
    Lemma evs_sorted G B r : env_ok D M G B r -> forall args ss, args_ok (ty_of G B) args ss = true ->
      hsl D (mO M) (sv r) (map (ev M r) args) ss.
    Proof.
      intros E. induction args; intros [|s ss]; simpl; try discriminate; auto. rewrite andb_true_iff.
      intros [H1 H2]. apply has_spec in H1. split; auto.
      refine (@ev_sorted D defs M (g_lit GM) (fun _ _ => true) _ _ _ a s (allfn_true a) _ E H1).
      intros; apply (g_typed GM).
    Qed.
    Lemma term_sorted G B r e s : env_ok D M G B r -> ty_of G B e = Some (TS s) ->
      hs D (mO M) (sv r) (ev M r e) s.
    Proof.
      intros E H.
      refine (@ev_sorted D defs M (g_lit GM) (fun _ _ => true) _ _ _ e s (allfn_true e) _ E H).
      intros; apply (g_typed GM).
    Qed.
    Lemma nth_ev r xs l : ev M r (nth l xs (EInt 0)) = nth l (map (ev M r) xs) dflt.
    Proof. change dflt with (ev M r (EInt 0)). symmetry. apply map_nth. Qed.
    Lemma locsub_uniform xs : (forall r, Forall (fun e => ~ dn D kd M r e) xs) ->
      uniform D kd M (locsub xs).
    Proof.
      intros H r s. repeat split; simpl; auto. intros l. specialize (H r). rewrite Forall_forall in H.
      destruct (nth_in_or_default l xs (EInt 0)) as [Hi| ->]; auto.
    Qed.
    (** The body at the values of the arguments. *)
    Lemma body_at r d ss e fs ts xs vs :
      map (ev M r) xs = vs ++ fs -> length vs = np defs d ->
      hsl D (mO M) (at_sorts D (mO M) (sv r) ss) fs ts ->
      (forall r, Forall (fun e => ~ dn D kd M r e) xs) ->
      body_ok d ts e = true ->
      let r' := denv (np defs d) vs fs (at_sorts D (mO M) (sv r) ss) in
      ev M r (sub 0 (locsub xs) (isub ss e)) = ev M r' e /\
      (dn D kd M r (sub 0 (locsub xs) (isub ss e)) <-> dn D kd M r' e).
    Proof.
      intros Ex Lv Hf Hx B r'. pose proof (locsub_uniform Hx) as U. pose proof (g_proper GM) as HP.
      assert (AG : agree (dctx (d_params (get d) ++ ts)) []
        (set_sv (at_sorts D (mO M) (sv r) ss) (under M 0 (locsub xs) r)) r').
      { assert (SK : forall x, ev M (skip 0 0 r) x = ev M r x)
          by (intros; apply ev_eqe; constructor; auto).
        constructor; simpl; try (intros [] ?; discriminate); try discriminate; try (intros ? ?; tauto).
        intros l s E. apply nth_error_map_Some in E. rewrite SK, nth_ev, Ex.
        rewrite <- Lv. destruct (l <? length vs) eqn:Bl.
        - apply Nat.ltb_lt in Bl. apply app_nth1; auto.
        - apply Nat.ltb_ge in Bl. apply app_nth2; auto. }
      assert (T : exists t, ty_of (dctx (d_params (get d) ++ ts)) [] e = Some t).
      { unfold body_ok in B. destruct (d_res (get d)).
        - apply has_spec in B. eauto.
        - apply andb_prop in B as [B _]. apply form_spec in B. eauto. }
      destruct T as [t T]. split.
      - erewrite ev_sub by eauto. rewrite ev_isub. rewrite <- (ev_sv M (at_sorts D (mO M) (sv r) ss)).
        eapply ev_agree; eauto.
      - rewrite dn_sub by auto. rewrite dn_isub by auto. simpl sv. eapply dn_agree; eauto.
    Qed.
    Lemma map_upd r on c a : forall args, nth_error args on = Some a -> ev M r a = ev M r c ->
      map (ev M r) (upd on c args) = map (ev M r) args.
    Proof.
      induction on; intros [|x args]; simpl; try discriminate; unfold upd in *; simpl.
      - intros [= ->] ->. auto.
      - intros E1 E2. f_equal. apply IHon; auto.
    Qed.
    Lemma upd_Forall (P : expr -> Prop) i x xs : Forall P xs -> P x -> Forall P (upd i x xs).
    Proof.
      intros H Hx. unfold upd. apply Forall_app. split; [|constructor; auto].
      - rewrite <- (firstn_skipn i xs) in H. apply Forall_app in H. tauto.
      - rewrite <- (firstn_skipn (S i) xs) in H. apply Forall_app in H. tauto.
    Qed.

    Theorem unfold_sound G r d ss args as_ctor e :
      env_ok D M G [] r ->
      args_ok (ty_of G []) args (map (ssub ss) (d_params (get d))) = true ->
      (forall c, as_ctor = Some c -> (exists s, ty_of G [] c = Some (TS s)) /\
         exists a, analysed d args = Some a /\ ev M r a = ev M r c) ->
      unfold_body d ss args as_ctor = Some e ->
      match d_res (get d) with
      | Some _ => ev M r (EFn d ss args) = ev M r e
      | None => dn D kd M r (EFn d ss args) <-> dn D kd M r e
      end.
    Proof.
      intros E A C U. pose proof (evs_sorted E _ _ A) as Hv. apply hsl_ssub in Hv.
      pose proof (args_len _ _ _ A) as Hl. rewrite map_length in Hl.
      assert (Hd : def_typed d = true).
      { unfold theory_ok in OK. apply andb_prop in OK as [_ O2]. apply typed_def; auto. }
      assert (K : exists b fs xs, select defs d (map (ev M r) args) = Some (b, fs) /\
        e = sub 0 (locsub xs) (isub ss b) /\ map (ev M r) xs = map (ev M r) args ++ fs /\
        (forall r, Forall (fun e => ~ dn D kd M r e) xs)).
      { assert (AT : forall r, Forall (fun e => ~ dn D kd M r e) args) by (intros; eapply args_terms; eauto).
        unfold unfold_body, select, analysed in *. destruct (d_body (get d)) as [b|on cases|]; try discriminate.
        - injection U as <-. exists b, [], args. rewrite app_nil_r. auto.
        - set (x := match as_ctor with Some c => Some c | None => nth_error args on end) in *.
          assert (X : forall c, x = Some c -> (exists s, ty_of G [] c = Some (TS s)) /\
             exists a, nth_error args on = Some a /\ ev M r a = ev M r c).
          { destruct as_ctor as [c0|]; auto. intros c Hc. subst x. split; eauto.
            clear - A Hc. revert on Hc A. generalize (map (ssub ss) (d_params (get d))) as ts.
            induction args as [|a l IH]; intros [|t ts] [|on]; simpl; try discriminate; intros Hc;
              rewrite andb_true_iff; intros [H1 H2].
            - injection Hc as ->. apply has_spec in H1. eauto.
            - eauto. }
          clearbody x. destruct x as [[| | | | | |s tag fs| | | | | | | | | |]|]; try discriminate.
          destruct (X _ eq_refl) as [[s0 Ts] (a & Ea & Ev)].
          destruct (nth_error cases tag) as [b|] eqn:Eb; try discriminate. simpl in U. injection U as <-.
          assert (En : nth on (map (ev M r) args) dflt = VCon tag (map (ev M r) fs)).
          { erewrite nth_error_nth with (x := ev M r a); [exact Ev|]. apply map_nth_error; auto. }
          rewrite En. rewrite Eb. simpl. exists b, (map (ev M r) fs), (upd on (ECtor s tag fs) args ++ fs).
          repeat split; auto.
          + rewrite map_app. f_equal. eapply map_upd; eauto.
          + intros r0. apply Forall_app. split; [apply upd_Forall; simpl; auto|].
            simpl in Ts. destruct (fields D s tag); try discriminate. apply when_spec in Ts as [Ts _].
            eapply args_terms; eauto. }
      destruct K as (b & fs & xs & S & -> & Ex & Hx).
      destruct (select_typed (mO M) _ d _ Hd S Hv) as (ts & Hf & B).
      assert (Lv : length (map (ev M r) args) = np defs d) by (rewrite map_length; auto).
      destruct (@body_at r d ss b fs ts xs _ Ex Lv Hf Hx B) as [B1 B2].
      simpl. unfold kind_of, body_ok in *. destruct (d_res (get d)).
      - rewrite B1. apply (g_fun GM); auto.
      - rewrite B2. destruct (d_dec (get d)) eqn:Ed.
        + apply andb_prop in B as [_ B]. simpl in B. rewrite (dec_ev D kd M _ _ B).
          rewrite (g_fun GM _ _ (at_sorts D (mO M) (sv r) ss) S). tauto.
        + apply (g_pred GM); auto.
    Qed.
  End Unfold.
End Theory.
