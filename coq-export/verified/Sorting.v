(** * Sorts of terms: a checker, and that values have them

    [ty_of] computes the sort of a term, or that it is a formula. Terms evaluate to values of their sort
    ([ev_sorted]); what is not in scope does not matter ([ev_agree], [dn_agree]); more variables do no harm
    ([ty_ext]).

    Formulas are typed again after a substitution. Not chosen: a lemma that substitution preserves typing; it would be
    faster on large goals, and nothing but speed depends on it. *)
From Verified Require Export Defs.
Set Implicit Arguments.

Inductive ty := TS (s : sort) | TF.
Record ctx := Ctx { c_loc : list (option sort); c_gho : list sort; c_nu : option sort;
                    c_preds : list (list sort) }.

Section Ty.
  Variables (D : datatypes) (defs : list def).
  Notation kd := (kind_of defs).
  Definition has (s : sort) (t : option ty) : bool :=
    match t with Some (TS s') => sort_eqb s' s | _ => false end.
  Definition form (t : option ty) : bool := match t with Some TF => true | _ => false end.
  Definition args_ok (f : expr -> option ty) : list expr -> list sort -> bool :=
    fix go args ss := match args, ss with
      | [], [] => true
      | a :: args, s :: ss => has s (f a) && go args ss
      | _, _ => false end.
  Definition when (b : bool) (t : ty) : option ty := if b then Some t else None.
  Fixpoint ty_of (G : ctx) (B : list (option sort)) (e : expr) : option ty :=
    match e with
    | EBound i s => match nth_error B i with
                    | Some (Some s') => when (sort_eqb s' s) (TS s) | _ => None end
    | ELocal l s => match nth_error (c_loc G) l with
                    | Some (Some s') => when (sort_eqb s' s) (TS s) | _ => None end
    | EGhost g s => match nth_error (c_gho G) g with
                    | Some s' => when (sort_eqb s' s) (TS s) | None => None end
    | ENu s => match c_nu G with Some s' => when (sort_eqb s' s) (TS s) | None => None end
    | EInt _ => Some (TS SInt)
    | ELit _ i => Some (TS (SOpq i))
    | ECtor s t args => match fields D s t with
                        | Some ss => when (args_ok (ty_of G B) args ss) (TS s) | None => None end
    | EFn d ss args =>
        when (args_ok (ty_of G B) args (map (ssub ss) (d_params (get defs d))))
             (match d_res (get defs d) with Some s => TS (ssub ss s) | None => TF end)
    | EPred p args => match nth_error (c_preds G) p with
                      | Some ss => when (args_ok (ty_of G B) args ss) TF | None => None end
    | EBin (Add | Sub | Mul) a b =>
        when (has SInt (ty_of G B a) && has SInt (ty_of G B b)) (TS SInt)
    | EBin (Le | Lt) a b => when (has SInt (ty_of G B a) && has SInt (ty_of G B b)) TF
    | EBin Eq a b => match ty_of G B a with Some (TS s) => when (has s (ty_of G B b)) TF | _ => None end
    | EBin (And | Or | Imp | Iff) a b => when (form (ty_of G B a) && form (ty_of G B b)) TF
    | EDiv a k | EMod a k => when (Z.ltb 0 k && has SInt (ty_of G B a)) (TS SInt)
    | EIte c a b =>
        match ty_of G B a with
        | Some (TS s) => when (dec kd c && form (ty_of G B c) && has s (ty_of G B b)) (TS s)
        | _ => None end
    | ETrue | EFalse => Some TF
    | ENot a => when (form (ty_of G B a)) TF
    | EQuant _ s a => when (form (ty_of G (Some s :: B) a)) TF
    end.
  Lemma has_spec s t : has s t = true -> t = Some (TS s).
  Proof. destruct t as [[]|]; simpl; try discriminate. intros H. apply sort_eqb_sound in H. congruence. Qed.
  Lemma form_spec t : form t = true -> t = Some TF.
  Proof. destruct t as [[]|]; simpl; try discriminate. auto. Qed.
  Lemma when_spec b t u : when b t = Some u -> b = true /\ t = u.
  Proof. destruct b; simpl; try discriminate. intros [= ->]; auto. Qed.

  (** A term is no formula. *)
  Lemma term_no_formula M G B e s r : ty_of G B e = Some (TS s) -> ~ dn D kd M r e.
  Proof.
    destruct e as [| | | | | | | | |[]| | | | | | |]; simpl; try tauto; intros H;
      repeat match goal with
      | H : when _ _ = Some _ |- _ => apply when_spec in H as [? H]; try discriminate
      | H : match ?x with _ => _ end = Some _ |- _ => destruct x eqn:?; try discriminate
      end.
    all: try tauto; try discriminate. all: try (unfold kind_of; destruct (d_res (get defs d)); [tauto|discriminate]).
  Qed.

  Ltac inv_ty := repeat match goal with
    | H : when _ _ = Some _ |- _ => apply when_spec in H as [? H]
    | H : _ && _ = true |- _ => apply andb_prop in H as [? ?]
    | H : has _ _ = true |- _ => apply has_spec in H
    | H : form _ = true |- _ => apply form_spec in H
    | H : TS _ = TS _ |- _ => injection H as H; try subst
    | H : Some _ = Some _ |- _ => injection H as H; try subst
    | H : sort_eqb _ _ = true |- _ => apply sort_eqb_sound in H; try subst
    | H : match ?x with _ => _ end = Some _ |- _ => destruct x eqn:?; try discriminate
    end; try discriminate.

  (** Environments of a context. *)
  Section Env.
    Variable M : model.
    Notation hs := (hs D (mO M)).
    Notation hsl := (hsl D (mO M)).
    Record env_ok (G : ctx) (B : list (option sort)) (r : env) : Prop := {
      ok_loc : forall l s, nth_error (c_loc G) l = Some (Some s) -> hs (sv r) (loc r l) s;
      ok_gho : forall l s, nth_error (c_gho G) l = Some s -> hs (sv r) (gho r l) s;
      ok_nu : forall s, c_nu G = Some s -> hs (sv r) (nu r) s;
      ok_bnd : forall i s, nth_error B i = Some (Some s) -> hs (sv r) (bnd r i) s }.
    Lemma env_ok_push G B r v s : env_ok G B r -> hs (sv r) v s -> env_ok G (Some s :: B) (push v r).
    Proof. intros [] H. constructor; simpl; auto. intros [|i] t; simpl; eauto. congruence. Qed.
    Definition typed_at (d : nat) (vs : list value) : Prop := forall S s,
      d_res (get defs d) = Some s -> hsl S vs (d_params (get defs d)) -> hs S (mI M d vs) s.
    Hypothesis HL : forall l i, mO M i (mL M l i).
    Lemma ev_sorted Q G B r e : forall s, allfn Q e = true ->
      (forall d args, Q d args = true -> typed_at d (map (ev M r) args)) ->
      env_ok G B r -> ty_of G B e = Some (TS s) -> hs (sv r) (ev M r e) s.
    Proof.
      intros s A HQ E. revert s A.
      assert (AL : forall args, Forall (fun e => forall s, allfn Q e = true ->
        ty_of G B e = Some (TS s) -> hs (sv r) (ev M r e) s) args ->
        forallb (allfn Q) args = true -> forall ss, args_ok (ty_of G B) args ss = true ->
        hsl (sv r) (map (ev M r) args) ss).
      { induction 1; intros A [|s ss]; simpl in *; try discriminate; auto. intros K. inv_ty. auto. }
      induction e using expr_rec'; simpl; intros u A T; try discriminate; inv_ty; auto.
      - eapply ok_bnd; eauto.
      - eapply ok_loc; eauto.
      - eapply ok_gho; eauto.
      - eapply ok_nu; eauto.
      - pose proof (HL l i) as X. destruct (mL M l i); exact X.
      - eapply hs_mk; eauto.
      - destruct (d_res (get defs d)) eqn:R; inv_ty. apply hs_ssub. apply (HQ d args); auto. apply hsl_ssub. auto.
      - exact Logic.I.
      - exact Logic.I.
      - exact Logic.I.
      - destruct (isT _); auto.
    Qed.

    (** ** What is not in scope does not matter *)
    Record agree (G : ctx) (B : list (option sort)) (r r' : env) : Prop := {
      a_loc : forall l s, nth_error (c_loc G) l = Some (Some s) -> loc r l = loc r' l;
      a_gho : forall l s, nth_error (c_gho G) l = Some s -> gho r l = gho r' l;
      a_nu : forall s, c_nu G = Some s -> nu r = nu r';
      a_bnd : forall i s, nth_error B i = Some (Some s) -> bnd r i = bnd r' i;
      a_sv : seq (sv r) (sv r');
      a_pv : forall p ss vs, nth_error (c_preds G) p = Some ss -> (pv r p vs <-> pv r' p vs) }.
    Lemma agree_push G B r r' v o : agree G B r r' -> agree G (o :: B) (push v r) (push v r').
    Proof. intros []. constructor; simpl; auto. intros [|i] t; simpl; eauto. Qed.
    Lemma ev_agree G B e r r' : agree G B r r' -> forall t, ty_of G B e = Some t -> ev M r e = ev M r' e.
    Proof.
      intros A.
      assert (AL : forall args, Forall (fun e => forall t, ty_of G B e = Some t -> ev M r e = ev M r' e) args ->
        forall ss, args_ok (ty_of G B) args ss = true -> map (ev M r) args = map (ev M r') args).
      { induction 1; intros [|s ss]; simpl in *; try discriminate; auto. intros K. inv_ty. f_equal; eauto. }
      induction e using expr_rec'; simpl; intros u T; try discriminate; inv_ty; auto;
        try (f_equal; eauto; fail).
      - eapply a_bnd; eauto.
      - eapply a_loc; eauto.
      - eapply a_gho; eauto.
      - eapply a_nu; eauto.
      - erewrite IHe by eauto; reflexivity.
      - erewrite IHe by eauto; reflexivity.
      - erewrite IHe1, IHe2, IHe3 by eauto; reflexivity.
      - erewrite IHe by eauto; reflexivity.
    Qed.
    Hypothesis HP : proper M.
    Lemma dn_agree G e : forall B r r', agree G B r r' -> forall t, ty_of G B e = Some t ->
      (dn D kd M r e <-> dn D kd M r' e).
    Proof.
      assert (AL : forall B r r', agree G B r r' -> forall args ss, args_ok (ty_of G B) args ss = true ->
        map (ev M r) args = map (ev M r') args).
      { intros B r r' A. induction args; intros [|s ss]; simpl in *; try discriminate; auto.
        intros K. inv_ty. f_equal; eauto using ev_agree. }
      induction e using expr_rec'; intros B r r' A u T; simpl in *; try tauto; inv_ty; try tauto;
        try (erewrite (ev_agree e1), (ev_agree e2) by eauto; tauto);
        try (erewrite IHe1, IHe2 by eauto; tauto).
      - erewrite AL; eauto. destruct (kd d); try tauto. apply HP. intros i v. apply hs_seq, A.
      - erewrite AL; eauto. eapply a_pv; eauto.
      - erewrite IHe by eauto. tauto.
      - assert (K : forall v, dn D kd M (push v r) e <-> dn D kd M (push v r') e).
        { intros v. eapply IHe; eauto using agree_push. }
        assert (HS : forall v, hs (sv r) v s <-> hs (sv r') v s) by (intros v; apply hs_seq, A).
        destruct q.
        + split; intros X v Hv; apply K, X, HS, Hv.
        + split; intros (v & Hv & X); exists v; (split; [apply HS|apply K]); auto.
    Qed.
  End Env.

  (** ** More variables *)
  Record ext (G H : ctx) : Prop := {
    x_loc : forall l s, nth_error (c_loc G) l = Some (Some s) -> nth_error (c_loc H) l = Some (Some s);
    x_gho : forall l s, nth_error (c_gho G) l = Some s -> nth_error (c_gho H) l = Some s;
    x_nu : forall s, c_nu G = Some s -> c_nu H = Some s;
    x_preds : c_preds G = c_preds H }.
  Lemma ext_refl G : ext G G.
  Proof. constructor; auto. Qed.
  Lemma ext_trans F G H : ext F G -> ext G H -> ext F H.
  Proof. intros [] []. constructor; auto. congruence. Qed.
  Lemma ty_ext G H e : ext G H -> forall B t, ty_of G B e = Some t -> ty_of H B e = Some t.
  Proof.
    intros X.
    assert (AL : forall B args, Forall (fun e => forall B t, ty_of G B e = Some t -> ty_of H B e = Some t) args ->
      forall ss, args_ok (ty_of G B) args ss = true -> args_ok (ty_of H B) args ss = true).
    { induction 1 as [|a args Ha _ IH]; intros [|s ss]; simpl; try discriminate; auto. intros K. inv_ty.
      rewrite (Ha _ _ H0). unfold has. rewrite IH by auto.
      assert (Z : forall s, sort_eqb s s = true).
      { clear. induction s using sort_rec'; simpl; rewrite ?Nat.eqb_refl; auto. apply list_eqb_refl; auto. }
      rewrite Z; auto. }
    assert (W : forall (b b' : bool) x u, (b = true -> b' = true) -> when b x = Some u -> when b' x = Some u).
    { intros [] [] x u; simpl; auto. intros Y. discriminate (Y eq_refl). discriminate. }
    assert (HH : forall s a a', (forall t, a = Some t -> a' = Some t) -> has s a = true -> has s a' = true).
    { intros s [t|] a' Y; simpl; try discriminate. rewrite (Y t eq_refl). auto. }
    assert (FF : forall a a', (forall t, a = Some t -> a' = Some t) -> form a = true -> form a' = true).
    { intros [t|] a' Y; simpl; try discriminate. rewrite (Y t eq_refl). auto. }
    induction e using expr_rec'; simpl; intros B u T; auto.
    - destruct (nth_error (c_loc G) i) as [[]|] eqn:E; try discriminate.
      rewrite (x_loc X _ E). auto.
    - destruct (nth_error (c_gho G) i) eqn:E; try discriminate. rewrite (x_gho X _ E). auto.
    - destruct (c_nu G) eqn:E; try discriminate. rewrite (x_nu X E). auto.
    - destruct (fields D s t); try discriminate. eauto.
    - eauto.
    - rewrite <- (x_preds X). destruct (nth_error _ p); try discriminate. eauto.
    - destruct o; try (eapply W; [|exact T]; rewrite !andb_true_iff; intros [? ?]; split; eauto; fail).
      destruct (ty_of G B e1) as [[]|] eqn:E; try discriminate. rewrite (IHe1 _ _ E). eauto.
    - eapply W; [|exact T]. rewrite !andb_true_iff. intros [? ?]; split; eauto.
    - eapply W; [|exact T]. rewrite !andb_true_iff. intros [? ?]; split; eauto.
    - destruct (ty_of G B e2) as [[]|] eqn:E; try discriminate. rewrite (IHe2 _ _ E).
      eapply W; [|exact T]. rewrite !andb_true_iff. intros [[? ?] ?]; repeat split; eauto.
    - eauto.
    - eauto.
  Qed.
End Ty.
