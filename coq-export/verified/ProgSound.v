(** * What the rules need: environments, parameters, entering a function

    [sat_map] is the one theorem about types: changing the formulas of a type changes the environment that it is
    read in. Instances of schemes, inner types at arguments, and scope are cases of it. *)
From Verified Require Export Prog.
Set Implicit Arguments.
Arguments covers : simpl never.

Section Sound.
  Variables (D : datatypes) (defs : list def) (M : model) (preds : list (list sort)).
  Variables (gl : nat -> option clo) (ext : nat -> list slot -> value -> Prop).
  Hypothesis GM : good D defs M.
  Notation kd := (kind_of defs).
  Notation ty := (ty_of D defs).
  Notation dn := (dn D kd M).
  Notation ev := (ev M).
  Notation hs := (hs D (mO M)).
  Notation hsl := (hsl D (mO M)).
  Notation isf := (isf D defs).
  Notation env_ok := (env_ok D M).
  Notation sat := (sat D kd M gl ext).
  Notation adm := (adm D kd M gl ext).
  Notation xctx := (xctx preds).
  Notation run := (run kd M gl ext).
  Notation call := (call kd M gl ext).
  Notation tform := (tform D defs).
  Notation wft := (wft D defs).
  Hypothesis Hbool : ctors D 0 = [[]; []].
  Let HP := g_proper GM.

  (** ** Environments *)
  Lemma pushes_bnd vs : forall r i,
    bnd (pushes vs r) i = match nth_error (rev vs) i with Some v => v | None => bnd r (i - length vs) end.
  Proof.
    induction vs as [|v vs IH]; intros r i; simpl.
    - destruct i; simpl; auto.
    - unfold pushes in *. simpl. rewrite IH. destruct (Nat.lt_ge_cases i (length vs)).
      + rewrite nth_error_app1 by (rewrite rev_length; auto).
        destruct (nth_error (rev vs) i) eqn:E; auto. apply nth_error_None in E. rewrite rev_length in E. lia.
      + rewrite (proj2 (nth_error_None (rev vs) i)) by (rewrite rev_length; auto).
        rewrite nth_error_app2 by (rewrite rev_length; auto). rewrite rev_length. simpl.
        destruct (i - length vs) as [|j] eqn:E; simpl; auto.
        replace (i - S (length vs)) with j by lia. destruct j; auto.
  Qed.
  Lemma pushes_fields vs : forall r, loc (pushes vs r) = loc r /\ gho (pushes vs r) = gho r /\ nu (pushes vs r) = nu r /\
    sv (pushes vs r) = sv r /\ pv (pushes vs r) = pv r.
  Proof. induction vs; intros r; simpl; auto. unfold pushes in *. simpl. destruct (IHvs (push a r)) as (?&?&?&?&?). auto. Qed.
  Lemma pushes_nu vs : forall v r, pushes vs (set_nu v r) = set_nu v (pushes vs r).
  Proof. induction vs as [|x vs IH]; intros v r; simpl; auto. unfold pushes in *. simpl. rewrite <- IH. reflexivity. Qed.
  Lemma pushes_snoc vs v r : pushes (vs ++ [v]) r = push v (pushes vs r).
  Proof. unfold pushes. rewrite fold_left_app. reflexivity. Qed.
  Definition terms (es : list expr) := forall r, Forall (fun e => ~ dn r e) es.
  Lemma bsubs_uniform es : terms es -> uniform D kd M (bsubs es).
  Proof.
    intros N r0 s. repeat split; simpl; auto; intros i; destruct (nth_error (rev es) i) eqn:E; simpl; auto.
    specialize (N r0). rewrite Forall_forall in N. apply N. apply in_rev. eapply nth_error_In; eauto.
  Qed.
  Lemma sub_under es ws r : eqv (under M (length ws) (bsubs es) (pushes ws r)) (pushes ws (pushes (map (ev r) es) r)).
  Proof. clear gl ext.
    destruct (pushes_fields ws r) as (F1 & F2 & F3 & F4 & F5).
    destruct (pushes_fields ws (pushes (map (ev r) es) r)) as (G1 & G2 & G3 & G4 & G5).
    destruct (pushes_fields (map (ev r) es) r) as (H1 & H2 & H3 & H4 & H5).
    assert (SK : forall e, ev (skip (length ws) 0 (pushes ws r)) e = ev r e).
    { intros e. apply ev_eqe. constructor; simpl; rewrite ?F1, ?F2, ?F3; auto.
      intros l. rewrite pushes_bnd. rewrite (proj2 (nth_error_None (rev ws) _)) by (rewrite rev_length; lia). f_equal. lia. }
    constructor; simpl; rewrite ?F1, ?F2, ?F3, ?F4, ?F5, ?G1, ?G2, ?G3, ?G4, ?G5, ?H1, ?H2, ?H3, ?H4, ?H5; auto;
      try (intros ? ?; tauto); try tauto.
    intros i. rewrite !pushes_bnd. destruct (i <? length ws) eqn:L.
    - apply Nat.ltb_lt in L. destruct (nth_error (rev ws) i) eqn:E; auto.
      apply nth_error_None in E. rewrite rev_length in E. lia.
    - apply Nat.ltb_ge in L. rewrite (proj2 (nth_error_None (rev ws) i)) by (rewrite rev_length; auto).
      rewrite <- map_rev, map_length.
      destruct (nth_error (rev es) (i - length ws)) as [e|] eqn:E.
      + erewrite map_nth_error by eauto. apply SK.
      + assert (X : nth_error (map (ev r) (rev es)) (i - length ws) = None).
        { apply nth_error_None. rewrite map_length. apply nth_error_None. auto. }
        rewrite X. rewrite SK. auto.
  Qed.
  Lemma insts_ok es f r : terms es -> (dn r (insts es f) <-> dn (pushes (map (ev r) es) r) f).
  Proof. clear gl ext.
    intros N. unfold insts. rewrite dn_sub by (auto using bsubs_uniform). apply dn_eqv; auto. apply (sub_under es [] r).
  Qed.
  Lemma ev_insts es f r : terms es -> ev r (insts es f) = ev (pushes (map (ev r) es) r) f.
  Proof. clear gl ext.
    intros N. unfold insts. erewrite ev_sub by (apply bsubs_uniform; auto). apply ev_eqv. apply (sub_under es [] r).
  Qed.
  Definition set_loc (n : nat) (vs : list value) (r : env) : env :=
    Env (fun l => if (n <=? l) && (l <? n + length vs) then nth (l - n) vs dflt else loc r l)
        (gho r) (nu r) (bnd r) (sv r) (pv r).
  Lemma close_loc_ok n vs f r : dn (pushes vs r) (close_loc n (length vs) f) <-> dn (set_loc n vs r) f.
  Proof. clear gl ext.
    unfold close_loc. rewrite dn_sub; auto.
    - apply dn_eqv; auto. destruct (pushes_fields vs r) as (F1 & F2 & F3 & F4 & F5).
      constructor; simpl; rewrite ?F2, ?F3, ?F4, ?F5; auto; try (intros ? ?; tauto); try tauto.
      + intros l. destruct ((n <=? l) && (l <? n + length vs)) eqn:E; simpl; [|rewrite F1; auto].
        apply andb_prop in E as [E1 E2]. apply Nat.leb_le in E1. apply Nat.ltb_lt in E2.
        rewrite pushes_bnd. assert (L : l - n < length vs) by lia.
        rewrite (nth_error_nth' (rev vs) dflt) by (rewrite rev_length; lia).
        rewrite rev_nth by lia. f_equal. lia.
      + intros i. rewrite pushes_bnd, Nat.sub_0_r.
        rewrite (proj2 (nth_error_None (rev vs) _)) by (rewrite rev_length; lia). f_equal. lia.
    - intros r0 s. repeat split; simpl; auto; intros l; destruct ((n <=? l) && (l <? n + length vs)); simpl; auto.
  Qed.
  Lemma exs_ok ss f : forall r, dn r (exs ss f) <-> exists vs, hsl (sv r) vs ss /\ dn (pushes vs r) f.
  Proof.
    induction ss as [|s ss IH]; simpl; intros r.
    - split; [intros H; exists []; simpl; auto|]. intros ([|] & H & K); simpl in *; tauto.
    - split.
      + intros (v & Hv & H). apply IH in H as (vs & H1 & H2). exists (v :: vs). simpl; auto.
      + intros ([|v vs] & H1 & H2); simpl in H1; [tauto|]. exists v. split; [tauto|]. apply IH. exists vs. tauto.
  Qed.

  Lemma agree_nu X B r r' v s : agree X B r r' -> agree (with_nu X s) B (set_nu v r) (set_nu v r').
  Proof. intros []. constructor; simpl; auto. Qed.
  Lemma agree_nu_free X B r v : c_nu X = None -> agree X B r (set_nu v r).
  Proof. clear gl ext. intros H. constructor; simpl; auto; try (intros ? ?; tauto); try tauto. congruence. Qed.
  Lemma trans X B e t r r' : ty X B e = Some t -> dn r e -> agree X B r r' -> dn r' e.
  Proof. apply (transport GM). Qed.

  (** ** Types *)
  Section SatMap.
    Variables (tf : option sort -> list (option sort) -> expr -> bool) (f : nat -> expr -> expr) (g : sort -> sort).
    Variable R : nat -> list (option sort) -> env -> env -> Prop.
    Hypothesis Rf : forall d B r r' e, R d B r r' -> tf None B e = true -> (dn r (f d e) <-> dn r' e).
    Hypothesis Rn : forall d B r r' e s v, R d B r r' -> tf (Some s) B e = true ->
      (dn (set_nu v r) (f d e) <-> dn (set_nu v r') e).
    Hypothesis Rs : forall d B r r' s v, R d B r r' -> (hs (sv r) v (g s) <-> hs (sv r') v s).
    Hypothesis Rp : forall d B r r' v o, R d B r r' -> R (S d) (o :: B) (push v r) (push v r').
    Lemma sat_map T : forall d B r r' c, wfT tf B T = true -> R d B r r' -> (sat (tmap f g d T) r c <-> sat T r' c).
    Proof.
      induction T as [ps req res ens IH] using fty_rec'. intros d B r r' c W HR.
      rewrite wfT_eq in W. cbn [f_ps f_req f_res f_ens] in W.
      apply andb_prop in W as [W1 W2]. apply andb_prop in W2 as [W2 W3].
      assert (A : forall args, (adm (pmap f g d ps) r args <-> adm ps r' args) /\
        (adm ps r' args -> R (length ps + d) (bsorts B ps) (pushes (map sval args) r) (pushes (map sval args) r'))).
      { clear W2 W3. revert d B r r' W1 HR. induction IH as [|p ps Hp _ IHp]; intros d B r r' W HR args.
        - destruct args; simpl; tauto.
        - destruct p as [s q|T]; simpl in W; apply andb_prop in W as [Wq Wp].
          + destruct args as [|[v|k] args]; simpl; try tauto.
            destruct (IHp (S d) (Some s :: B) (push v r) (push v r') Wp (Rp v (Some s) HR) args) as [E1 E2].
            rewrite E1, (Rs s v HR), (Rn v HR Wq). split; [tauto|]. intros (_ & _ & H). apply E2 in H.
            rewrite <- plus_n_Sm in H. exact H.
          + destruct args as [|[v|k] args]; simpl; try tauto.
            destruct (IHp (S d) (None :: B) (push dflt r) (push dflt r') Wp (Rp dflt None HR) args) as [E1 E2].
            rewrite E1. simpl in Hp. rewrite (Hp d B r r' k Wq HR). split; [tauto|]. intros (_ & H). apply E2 in H.
            rewrite <- plus_n_Sm in H. exact H. }
      rewrite tmap_eq, !sat_eq. split; intros H args Ha Hr v Hv He; destruct (A args) as [E1 E2].
      - specialize (E2 Ha). apply H; [apply E1; auto|apply (Rf E2 W2); auto|apply (Rs res v HR); auto|apply (Rn v E2 W3); auto].
      - apply E1 in Ha. specialize (E2 Ha).
        apply H; [auto|apply (Rf E2 W2); auto|apply (Rs res v HR); auto|apply (Rn v E2 W3); auto].
    Qed.
  End SatMap.
  (** Types of functions do not depend on what is not in scope. *)
  Lemma sat_agree X B T r r' c : wfT (tform X) B T = true -> agree X B r r' -> (sat T r c <-> sat T r' c).
  Proof.
    intros W A. rewrite <- (tmap_id T 0) at 1.
    apply (@sat_map (tform X) (fun _ e => e) (fun s => s) (fun _ B r r' => agree X B r r')) with (B := B); auto; clear T B r r' c W A.
    - intros _ B r r' e A T. unfold Prog.tform in T. apply form_spec in T. eapply dn_agree; eauto.
    - intros _ B r r' e s v A T. unfold Prog.tform in T. apply form_spec in T. eapply dn_agree; [auto|apply agree_nu; eauto|eauto].
    - intros _ B r r' s v A. apply hs_seq, A.
    - intros _ B r r' v o A. apply agree_push; auto.
  Qed.
  Lemma adm_agree X ps : forall B r r' args, wfP (tform X) B ps = true -> agree X B r r' -> adm ps r' args ->
    adm ps r args /\ agree X (bsorts B ps) (pushes (map sval args) r) (pushes (map sval args) r').
  Proof.
    induction ps as [|[s q|T] ps IH]; simpl; intros B r r' [|[v|c] args] W A H; try tauto;
      apply andb_prop in W as [Wq W].
    - destruct H as (H1 & H2 & H3).
      destruct (IH _ (push v r) (push v r') args W (agree_push _ _ A) H3) as [K1 K2].
      split; [split; [|split]|]; auto.
      + apply (hs_seq D (mO M) v (a_sv A) s). auto.
      + unfold Prog.tform in Wq. apply form_spec in Wq. eapply trans; [exact Wq|exact H2|]. apply agree_nu. apply agree_sym; auto.
    - destruct H as (H1 & H3).
      destruct (IH _ (push dflt r) (push dflt r') args W (agree_push _ _ A) H3) as [K1 K2].
      split; auto. split; auto. eapply sat_agree; eauto.
  Qed.
  Lemma ty_tform X Y o B q : Sorting.ext X Y -> tform X o B q = true -> tform Y o B q = true.
  Proof.
    intros E. unfold Prog.tform. intros T. apply form_spec in T.
    assert (E' : Sorting.ext (match o with Some s => with_nu X s | None => X end) (match o with Some s => with_nu Y s | None => Y end))
      by (destruct E, o; constructor; simpl; auto).
    rewrite (ty_ext D defs q E' _ T). auto.
  Qed.
  Lemma wft_ext X Y T : Sorting.ext X Y -> wft X T = true -> wft Y T = true.
  Proof.
    intros E. unfold Prog.wft. generalize (@nil (option sort)). induction T as [ps req res ens IH] using fty_rec'.
    intros B. rewrite !wfT_eq, !andb_true_iff. simpl. intros (H1 & H2 & H3).
    split; [|split; eapply ty_tform; eauto]. clear H2 H3. revert B H1.
    induction IH as [|p ps Hp _ IHp]; intros B; simpl; auto.
    destruct p; rewrite !andb_true_iff; intros [H1 H2]; split; eauto using ty_tform.
  Qed.
  (** A type at terms for its outer parameters. *)
  Definition steady (r : env) (es : list expr) := terms es /\ forall v, map (ev (set_nu v r)) es = map (ev r) es.
  Lemma steady_nil r : steady r [].
  Proof. split; [intros r0; apply Forall_nil|auto]. Qed.
  Lemma sat_tinst es T r c : steady r es -> (sat (tinst es T) r c <-> sat T (pushes (map (ev r) es) r) c).
  Proof.
    intros [N NU]. unfold tinst.
    apply (@sat_map (fun _ _ _ => true) (fun d e => sub d (bsubs es) e) (fun s => s)
      (fun d _ r1 r2 => exists ws v, length ws = d /\ r1 = pushes ws (set_nu v r) /\
         r2 = pushes ws (pushes (map (ev r) es) (set_nu v r)))) with (B := []).
    - intros d _ r1 r2 e (ws & v & <- & -> & ->) _. rewrite dn_sub by (auto using bsubs_uniform).
      rewrite <- (NU v). apply dn_eqv; auto. apply sub_under.
    - intros d _ r1 r2 e s v0 (ws & v & <- & -> & ->) _. rewrite dn_sub by (auto using bsubs_uniform).
      rewrite <- !pushes_nu. change (set_nu v0 (set_nu v r)) with (set_nu v0 r).
      rewrite <- (NU v0). apply dn_eqv; auto. apply sub_under.
    - intros d _ r1 r2 s v0 (ws & v & <- & -> & ->).
      destruct (pushes_fields ws (set_nu v r)) as (_ & _ & _ & -> & _).
      destruct (pushes_fields ws (pushes (map (ev r) es) (set_nu v r))) as (_ & _ & _ & -> & _).
      destruct (pushes_fields (map (ev r) es) (set_nu v r)) as (_ & _ & _ & -> & _). tauto.
    - intros d _ r1 r2 v0 o (ws & v & <- & -> & ->). exists (ws ++ [v0]), v. rewrite app_length, !pushes_snoc. simpl.
      split; auto. lia.
    - apply wfT_true.
    - exists [], (nu r). destruct r. auto.
  Qed.

  (** ** Environments of a program *)
  Record fits (G : list slotty) (gs : list sort) (F : list expr) (rho : list slot) (r : env) : Prop := {
    o_len : length rho = length G;
    o_loc : forall l, loc r l = locs rho l;
    o_fun : forall l T, nth_error G l = Some (CF T) -> wft (xctx G gs) T = true /\
              exists c, nth_error rho l = Some (SF c) /\ sat T r c;
    o_env : env_ok (xctx G gs) [] r;
    o_typed : forallb (isf (xctx G gs)) F = true;
    o_facts : Forall (dn r) F }.
  Lemma ext_app G gs H : Sorting.ext (xctx G gs) (xctx (G ++ H) gs).
  Proof.
    constructor; simpl; auto. intros l s E. rewrite map_app, nth_error_app1; auto.
    apply nth_error_Some. congruence.
  Qed.
  Lemma typed_ext X Y F : Sorting.ext X Y -> forallb (isf X) F = true -> forallb (isf Y) F = true.
  Proof. intros E. rewrite !forallb_forall. intros H f Hf. eapply isf_ext; eauto. Qed.
  Lemma loc_agree G gs B r vs : agree (xctx G gs) B r (set_loc (length G) vs r).
  Proof. clear gl ext.
    constructor; simpl; auto; try (intros ? ?; tauto); try tauto. intros l s E.
    assert (N : nth_error (map (fun t => match t with CB s => Some s | _ => None end) G) l <> None) by congruence.
    apply nth_error_Some in N. rewrite map_length in N.
    destruct (length G <=? l) eqn:L; auto. apply Nat.leb_le in L. lia.
  Qed.
  (** What is bound at a slot. *)
  Definition slot_sat (r : env) (t : slotty) (s : slot) : Prop :=
    match t, s with
    | CB s, SV v => hs (sv r) v s
    | CF T, SF c => sat T r c
    | CO _, SF _ => True
    | _, _ => False
    end.
  Lemma fits_slots G gs F rho r H args (r' := set_loc (length G) (map sval args) r) :
    fits G gs F rho r -> Forall2 (slot_sat r') H args -> forallb (slot_wf D defs (xctx (G ++ H) gs)) H = true ->
    fits (G ++ H) gs F (rho ++ args) r'.
  Proof.
    intros [O1 O2 O3 O4 O5 O6] H2 HW. pose proof (same_length H2) as HL. constructor.
    - rewrite !app_length. lia.
    - intros l. simpl. unfold locs. rewrite <- O1. destruct (length rho <=? l) eqn:L; simpl.
      + apply Nat.leb_le in L. rewrite nth_error_app2 by auto. rewrite map_length.
        destruct (l <? length rho + length args) eqn:L2.
        * apply Nat.ltb_lt in L2. assert (K : l - length rho < length args) by lia.
          destruct (nth_error args (l - length rho)) as [s|] eqn:E; [|apply nth_error_None in E; lia].
          apply nth_error_nth with (d := SV dflt) in E. change dflt with (sval (SV dflt)). rewrite map_nth, E. auto.
        * apply Nat.ltb_ge in L2. rewrite (proj2 (nth_error_None args _)) by lia.
          rewrite O2. unfold locs. rewrite (proj2 (nth_error_None _ _)); auto.
      + apply Nat.leb_gt in L. rewrite nth_error_app1 by auto. apply O2.
    - intros l T E. destruct (Nat.lt_ge_cases l (length G)).
      + rewrite nth_error_app1 in E by auto. destruct (O3 _ _ E) as (W & c & Ec & S). split.
        * eapply wft_ext; [apply ext_app|auto].
        * exists c. rewrite nth_error_app1 by lia. split; auto. eapply sat_agree; [exact W| |exact S]. apply agree_sym, loc_agree.
      + rewrite nth_error_app2 in E by auto. split.
        * rewrite forallb_forall in HW. apply (HW (CF T)). eapply nth_error_In; eauto.
        * rewrite nth_error_app2 by lia. rewrite O1.
          assert (N : l - length G < length args).
          { rewrite <- HL. apply nth_error_Some. congruence. }
          clear HW. revert E N. generalize (l - length G) as i. clearbody r'. clear - H2. induction H2 as [|t s H args Ht _ IH]; intros [|i]; simpl; try discriminate.
          -- intros [= ->] _. destruct s as [v|c]; simpl in Ht; [tauto|]. exists c. auto.
          -- intros E N. apply IH; auto. lia.
    - destruct O4 as [P1 P2 P3 P4]. constructor; simpl; auto. intros l s E. rewrite map_app in E.
      destruct (Nat.lt_ge_cases l (length G)).
      + rewrite nth_error_app1 in E by (rewrite map_length; auto).
        destruct (length G <=? l) eqn:L; [apply Nat.leb_le in L; lia|]. apply P1; auto.
      + rewrite nth_error_app2, map_length in E by (rewrite map_length; auto).
        assert (K : l - length G < length args).
        { rewrite <- HL. rewrite <- (map_length (fun t => match t with CB s => Some s | _ => None end) H). apply nth_error_Some. congruence. }
        rewrite (proj2 (Nat.leb_le _ _) H0), map_length, (proj2 (Nat.ltb_lt _ _)) by lia. simpl.
        assert (Es : sv r' = sv r) by reflexivity. revert E K. generalize (l - length G) as i. clearbody r'. clear - H2 Es. induction H2 as [|t x H args Ht _ IH]; intros [|i]; simpl; try discriminate.
        * destruct t, x; simpl in *; try tauto; try discriminate. intros [= ->] _. rewrite <- Es. auto.
        * intros E K. apply IH; auto. lia.
    - eapply typed_ext; [apply ext_app|auto].
    - eapply (facts_agree GM); eauto. apply loc_agree.
  Qed.
  Lemma sval_SV vs : map sval (map SV vs) = vs.
  Proof. rewrite map_map. simpl. apply map_id. Qed.
  Lemma fits_base G gs F rho r vs ss : fits G gs F rho r -> hsl (sv r) vs ss ->
    fits (G ++ map CB ss) gs F (rho ++ map SV vs) (set_loc (length G) vs r).
  Proof.
    intros Ft H. rewrite <- (sval_SV vs) at 2. apply fits_slots; auto.
    - revert ss H. rewrite sval_SV. generalize (set_loc (length G) vs r) as r', (eq_refl (sv r) : sv r = sv (set_loc (length G) vs r)).
      intros r' E. change (sv (set_loc (length G) vs r)) with (sv r) in E. clear Ft.
      assert (Z : forall r', sv r' = sv r -> forall ss, hsl (sv r) vs ss -> Forall2 (slot_sat r') (map CB ss) (map SV vs)).
      { clear. intros r' E. induction vs as [|v vs IH]; intros [|s ss]; simpl; try tauto; constructor; simpl; [rewrite E; tauto|apply IH; tauto]. }
      intros ss H. apply Z; auto.
    - apply forallb_forall. intros t Ht. apply in_map_iff in Ht as (s & <- & _). auto.
  Qed.

  Lemma fits_fun G gs F rho r T c : fits G gs F rho r -> wft (xctx G gs) T = true -> sat T r c ->
    fits (G ++ [CF T]) gs F (rho ++ [SF c]) r.
  Proof.
    intros [O1 O2 O3 O4 O5 O6] W S. constructor; auto.
    - rewrite !app_length. simpl. lia.
    - intros l. rewrite O2. unfold locs. destruct (Nat.lt_ge_cases l (length rho)).
      + rewrite nth_error_app1; auto.
      + rewrite (proj2 (nth_error_None rho l)) by auto. rewrite nth_error_app2 by auto.
        destruct (l - length rho) as [|[]]; simpl; auto.
    - intros l T' E. destruct (Nat.lt_ge_cases l (length G)).
      + rewrite nth_error_app1 in E by auto. destruct (O3 _ _ E) as (W' & c' & Ec & S'). split.
        * eapply wft_ext; [apply ext_app|auto].
        * exists c'. rewrite nth_error_app1 by lia. auto.
      + rewrite nth_error_app2 in E by auto. destruct (l - length G) as [|[]] eqn:El; simpl in E; try discriminate.
        injection E as <-. split; [eapply wft_ext; [apply ext_app|auto]|]. exists c. split; auto.
        rewrite nth_error_app2 by lia. replace (l - length rho) with 0 by lia. auto.
    - destruct O4 as [P1 P2 P3 P4]. constructor; simpl; auto. intros l s E. rewrite map_app in E.
      destruct (Nat.lt_ge_cases l (length G)).
      + rewrite nth_error_app1 in E by (rewrite map_length; auto). auto.
      + rewrite nth_error_app2 in E by (rewrite map_length; auto).
        destruct (l - _) as [|[]]; simpl in E; discriminate.
    - eapply typed_ext; [apply ext_app|auto].
  Qed.
  Lemma fits_facts G gs F rho r fs : fits G gs F rho r -> forallb (isf (xctx G gs)) fs = true -> Forall (dn r) fs ->
    fits G gs (fs ++ F) rho r.
  Proof.
    intros [O1 O2 O3 O4 O5 O6] T H. constructor; auto.
    - rewrite forallb_app, T, O5. auto.
    - apply Forall_app. auto.
  Qed.

  (** ** Terms of the program *)
  Lemma prog_ev G gs F rho r e t : fits G gs F rho r -> ty (xctx G []) [] e = Some t -> ev (renv rho) e = ev r e.
  Proof.
    intros [O1 O2 O3 O4 O5 O6] T. rewrite <- (ev_sv M (sv r) (renv rho)).
    rewrite (@ev_agree D defs M (xctx G []) [] e (set_sv (sv r) (renv rho)) (Env (loc r) (gho r) (nu r) (bnd r) (sv r) (fun _ _ => False)) ) with (t := t); auto.
    - apply ev_eqe. constructor; auto.
    - constructor; simpl; auto; try (intros [] ?; discriminate); try discriminate; try (intros ? ?; tauto); tauto.
  Qed.
  Lemma prog_ty G gs e t : ty (xctx G []) [] e = Some t -> ty (xctx G gs) [] e = Some t.
  Proof. apply ty_ext. constructor; simpl; auto. intros [] s; discriminate. Qed.
  Lemma nu_free X B e t r v : c_nu X = None -> ty X B e = Some t -> ev (set_nu v r) e = ev r e.
  Proof. clear gl ext. intros N T. symmetry. eapply ev_agree; eauto. apply agree_nu_free; auto. Qed.

  Lemma prog_nu G gs B e t r v : ty (xctx G gs) B e = Some t -> ev (set_nu v r) e = ev r e.
  Proof. clear gl ext. apply nu_free. reflexivity. Qed.
  Lemma covers_spec G gs s phi cs x : covers D defs preds G gs s phi cs = Some x -> x = (s, phi, cs).
  Proof. unfold covers. destruct (form _); try discriminate. intros [= <-]; auto. Qed.
  Lemma covers_typed G gs s phi cs s' phi' cs' : covers D defs preds G gs s phi cs = Some (s', phi', cs') ->
    ty (with_nu (xctx G gs) s') [] phi' = Some TF.
  Proof. unfold covers. destruct (form _) eqn:E; try discriminate. intros [= <- <- <-]. apply form_spec; auto. Qed.
  Ltac mt := repeat match goal with
    | H : match ?x with _ => _ end = Some _ |- _ => destruct x eqn:?; try discriminate
    end.
  Lemma infC_typed claims d : forall G gs F e s phi cs, infC D defs preds claims G gs F d e = Some (s, phi, cs) -> ty (with_nu (xctx G gs) s) [] phi = Some TF.
  Proof.
    induction d; intros G gs F e s phi cs H; destruct e; cbn [Prog.infC] in H; cbv zeta in H; mt; try discriminate;
      try (eapply covers_typed; eassumption).
    all: match goal with E : sort_eqb _ _ = true |- _ => apply sort_eqb_sound in E; subst end; injection H as <- <- <-.
    all: cbn [ty_of]; erewrite IHd1, IHd2 by eauto; reflexivity.
  Qed.

  (** What a condition says. *)
  Definition cond_true (c : cond) : Prop :=
    forallb (isf (k_ctx c)) (k_facts c) = true -> isf (k_ctx c) (k_goal c) = true -> forall r, env_ok (k_ctx c) [] r -> Forall (dn r) (k_facts c) -> dn r (k_goal c).
  Lemma demand_ok X F g p cs r : demand D defs X F g p = Some cs -> Forall cond_true cs -> forallb (isf X) F = true ->
    env_ok X [] r -> Forall (dn r) F -> dn r g.
  Proof.
    unfold demand. destruct (isf X g) eqn:I; try discriminate. intros [= <-] C. apply Forall_inv in C. intros T E H. exact (C T I r E H).
  Qed.

  Lemma dec_form X B e t : dec kd e = true -> ty X B e = Some t -> t = TF.
  Proof.
    destruct e as [| | | | | | |d ss args| |[] a b| | | | | | |]; cbn [dec ty_of]; try discriminate; intros De T;
      repeat match goal with
      | H : when _ _ = Some _ |- _ => apply when_spec in H as [_ H]
      | H : match ?x with _ => _ end = Some _ |- _ => destruct x eqn:?; try discriminate
      end; try congruence.
    all: try (unfold kind_of in De; destruct (d_res (get defs d)); try discriminate; congruence).
  Qed.
  Lemma division_ok X a b quotient r v : c_nu X = None -> env_ok X [] r ->
    ty X [] a = Some (TS SInt) -> ty X [] b = Some (TS SInt) ->
    hs (sv r) v SInt -> dn (set_nu v r) (division a b quotient) ->
    zof (ev r b) <> 0%Z /\
    v = VInt (if quotient then Z.quot (zof (ev r a)) (zof (ev r b)) else Z.rem (zof (ev r a)) (zof (ev r b))).
  Proof. clear gl ext.
    intros NX EO Ta Tb Hv. apply hs_int in Hv as [z ->].
    pose proof (hs_int _ _ _ _ (term_sorted GM _ EO Ta)) as Ia. pose proof (hs_int _ _ _ _ (term_sorted GM _ EO Tb)) as Ib.
    assert (Ea : ev (set_nu (VInt z) r) a = ev r a) by (eapply nu_free; eauto).
    assert (Eb : ev (set_nu (VInt z) r) b = ev r b) by (eapply nu_free; eauto).
    assert (P : forall o e t, ty X [] e = Some t -> ev (push o (set_nu (VInt z) r)) e = ev r e).
    { intros o e t T. transitivity (ev (set_nu (VInt z) r) e); [|eapply nu_free; eauto].
      eapply ev_agree; [|exact T]. constructor; simpl; auto; try (intros [] ?; discriminate); try (intros ? ?; tauto); tauto. }
    assert (G : dn (set_nu (VInt z) r) (division a b quotient) -> match b with EInt k => k = (-9223372036854775808)%Z | _ => True end ->
      zof (ev r b) <> 0%Z /\ VInt z = VInt (if quotient then Z.quot (zof (ev r a)) (zof (ev r b)) else Z.rem (zof (ev r a)) (zof (ev r b)))).
    { intros Hd Hb.
      assert (Hg : ~ ev (set_nu (VInt z) r) b = VInt 0 /\ exists o, hs (sv r) o SInt /\
        let r1 := push o (set_nu (VInt z) r) in
        let (q, m) := if quotient then (VInt z, o) else (o, VInt z) in
        (ev r1 a = VInt (zof (VInt (zof (ev r1 b) * zof q)) + zof m) /\
        ((0 <= zof (ev r1 a) /\ 0 <= zof m \/ zof (ev r1 a) <= 0 /\ zof m <= 0) /\
         (zof (VInt (0 - zof (ev r1 b))) < zof m /\ zof m < zof (ev r1 b) \/
          zof (ev r1 b) < zof m /\ zof m < zof (VInt (0 - zof (ev r1 b))))))%Z).
      { unfold division in Hd. destruct b; try exact (match quotient return _ with true => fun H => H | false => fun H => H end Hd);
          try (destruct quotient; exact Hd). rewrite Hb in Hd |- *. simpl in Hd. destruct quotient; exact Hd. }
      clear Hd. destruct Hg as [Hn (o & Ho & Hd)]. apply hs_int in Ho as [w ->]. rewrite Eb in Hn.
      cbv zeta in Hd. rewrite (P _ _ _ Ta), (P _ _ _ Tb) in Hd.
      assert (Nz : zof (ev r b) <> 0%Z).
      { intros E0. apply Hn. destruct Ib as [y Hy]. rewrite Hy in *. simpl in E0. congruence. }
      split; auto. destruct Ia as [x Hx]. rewrite Hx in *.
      destruct quotient; destruct Hd as (H1 & H2 & H3); injection H1 as H1; cbn [zof] in *; f_equal.
      - eapply (@round_to_zero x (zof (ev r b)) z w); auto.
      - eapply (@round_to_zero x (zof (ev r b)) w z); auto. }
    destruct b; try (intros Hd; apply G; auto; fail).
    rename z0 into k. unfold division. destruct (k =? -9223372036854775808)%Z eqn:Em.
    { intros Hd. apply G; [|apply Z.eqb_eq; auto]. unfold division. rewrite Em. exact Hd. }
    destruct (k =? 0)%Z eqn:E0; [intros []|]. apply Z.eqb_neq in E0. clear G. simpl zof at 1. intros Hd. split; auto.
    destruct Ia as [x Hx]. simpl zof. rewrite Hx. simpl zof.
    destruct quotient; [rewrite quot_of by auto|rewrite rem_of by auto]; cbn [andb] in Hd.
    - destruct (k <? 0)%Z; cbn [Expr.dn Expr.ev evbin zof set_nu nu] in Hd; rewrite Ea, Hx in Hd; cbn [zof] in Hd; rewrite isT_vb in Hd;
        destruct (0 <=? x)%Z; exact Hd.
    - cbn [Expr.dn Expr.ev evbin zof set_nu nu] in Hd; rewrite Ea, Hx in Hd; cbn [zof] in Hd; rewrite isT_vb in Hd;
        destruct (0 <=? x)%Z; exact Hd.
  Qed.
  Lemma prim_ok G gs F rho r p s phi v : fits G gs F rho r -> prim_cov D defs preds G p = Some (s, phi) ->
    hs (sv r) v s -> dn (set_nu v r) phi -> prim_can kd M rho p v.
  Proof.
    intros Ft. destruct p as [| | |a b|i|a b|a b|e]; simpl; intros H Hv Hd.
    - injection H as <- <-. apply hs_int in Hv. auto.
    - injection H as <- <-. apply hs_data in Hv as (t & fs & ss & -> & E & Hf). rewrite fields_eq, Hbool in E.
      destruct t as [|[|[]]]; simpl in E; try discriminate; injection E as <-;
        destruct fs; simpl in Hf; try tauto; [exists false|exists true]; auto.
    - injection H as <- <-. apply hs_int in Hv as [z ->]. exists z. auto.
    - apply guard_spec in H as [T [= <- <-]]. apply andb_prop in T as [T1 T2].
      apply andb_prop in T1 as [_ T1]. apply andb_prop in T2 as [_ T2]. apply has_spec in T1, T2.
      apply hs_int in Hv as [z ->]. exists z. split; auto. simpl in Hd.
      rewrite (@prog_nu _ _ _ _ _ r (VInt z) T1), (@prog_nu _ _ _ _ _ r (VInt z) T2) in Hd.
      rewrite (@prog_ev _ _ _ _ _ _ _ Ft T1), (@prog_ev _ _ _ _ _ _ _ Ft T2). auto.
    - injection H as <- <-. destruct v; exact Hv.
    - apply guard_spec in H as [T [= <- <-]]. apply andb_prop in T as [T1 T2].
      apply andb_prop in T1 as [_ T1]. apply andb_prop in T2 as [_ T2]. apply has_spec in T1, T2.
      rewrite (@prog_ev _ _ _ _ _ _ _ Ft T1), (@prog_ev _ _ _ _ _ _ _ Ft T2).
      eapply (@division_ok (xctx G gs) a b true r v); eauto using prog_ty. apply Ft.
    - apply guard_spec in H as [T [= <- <-]]. apply andb_prop in T as [T1 T2].
      apply andb_prop in T1 as [_ T1]. apply andb_prop in T2 as [_ T2]. apply has_spec in T1, T2.
      rewrite (@prog_ev _ _ _ _ _ _ _ Ft T1), (@prog_ev _ _ _ _ _ _ _ Ft T2).
      eapply (@division_ok (xctx G gs) a b false r v); eauto using prog_ty. apply Ft.
    - destruct (ty (xctx G []) [] e) as [[u|]|] eqn:T; try discriminate.
      + injection H as <- <-. simpl in Hd. rewrite (@prog_nu _ _ _ _ _ r v T) in Hd.
        rewrite (@prog_ev _ _ _ _ _ _ _ Ft T). destruct (dec kd e) eqn:De; auto. discriminate (dec_form _ _ _ De T).
      + apply guard_spec in H as [De [= <- <-]]. simpl in Hd. rewrite De, (@prog_ev _ _ _ _ _ _ _ Ft T).
        rewrite (dec_ev D kd M _ _ De), (@prog_nu _ _ _ _ _ r v T) in Hd.
        apply hs_data in Hv as (t & fs & ss & -> & E & Hf). rewrite fields_eq, Hbool in E. unfold vb.
        destruct t as [|[|[]]]; simpl in E; try discriminate; injection E as <-;
          destruct fs; simpl in Hf; try tauto; destruct (isT (ev r e)); auto; exfalso.
        * destruct Hd as [_ Hd]. discriminate (Hd eq_refl).
        * destruct Hd as [Hd _]. discriminate (Hd eq_refl).
  Qed.

  Lemma conjs_ok r fs : dn r (conjs fs) <-> Forall (dn r) fs.
  Proof.
    unfold conjs. assert (E : Forall (dn r) fs <-> Forall (dn r) (rev (filter (fun f => negb (expr_eqb f ETrue)) fs))).
    { rewrite !Forall_forall. split.
      - intros H f Hf. apply in_rev in Hf. apply filter_In in Hf as [Hf _]. auto.
      - intros H f Hf. destruct (expr_eqb f ETrue) eqn:B.
        + apply expr_eqb_sound in B. subst. simpl. auto.
        + apply H. apply in_rev. rewrite rev_involutive. apply filter_In. rewrite B. auto. }
    rewrite E. clear E. destruct (rev _) as [|f rest]; simpl; [split; auto; constructor|].
    revert f. induction rest as [|g rest IH]; intros f; simpl.
    - split; intros H; [constructor; auto|]. apply Forall_inv in H. auto.
    - rewrite IH. split; intros H.
      + inversion H; subst. simpl in H2. constructor; [tauto|]. constructor; [tauto|auto].
      + inversion H; subst. inversion H3; subst. constructor; auto. simpl. auto.
  Qed.
  Lemma lvars_ev vs r ss : forall n pre, length vs = length ss ->
    map (ev (set_loc n (pre ++ vs) r)) (lvars (n + length pre) ss) = vs.
  Proof.
    revert vs. induction ss as [|s ss IH]; intros [|v vs] n pre L; simpl in *; try discriminate; auto.
    f_equal.
    - rewrite app_length. simpl. rewrite (proj2 (Nat.leb_le n (n + length pre))) by lia.
      rewrite (proj2 (Nat.ltb_lt _ _)) by lia. simpl.
      replace (n + length pre - n) with (length pre) by lia. rewrite app_nth2, Nat.sub_diag; auto.
    - specialize (IH vs n (pre ++ [v])). rewrite <- app_assoc, app_length in IH. simpl in IH.
      replace (n + (length pre + 1)) with (S (n + length pre)) in IH by lia. apply IH. lia.
  Qed.


  (** ** Parameters *)
  Lemma terms_snoc es e : terms es -> (forall r, ~ dn r e) -> terms (es ++ [e]).
  Proof. intros H1 H2 r. apply Forall_app. auto. Qed.
  Lemma adm_iff ps r : forall before es args, steady r before -> steady r es -> length es = length ps ->
    map sval args = map (ev r) es ->
    (adm ps (pushes (map (ev r) before) r) args <->
     Forall (dn r) (quals ps before es) /\ Forall2 (slot_sat r) (slots ps before es) args).
  Proof.
    induction ps as [|p ps IH]; intros before [|e es] args Hb He L V; try discriminate.
    { destruct args; try discriminate. simpl. split; auto. }
    destruct args as [|a args]; try discriminate. injection V as V1 V2. injection L as L.
    assert (Te : forall r, ~ dn r e) by (intros r0; destruct He as [He _]; specialize (He r0); apply Forall_inv in He; auto).
    assert (Ne : forall v, ev (set_nu v r) e = ev r e) by (intros v; destruct He as [_ He]; specialize (He v); simpl in He; congruence).
    assert (He' : steady r es).
    { destruct He as [H1 H2]. split; [intros r0; specialize (H1 r0); inversion H1; auto|].
      intros v. specialize (H2 v). simpl in H2. congruence. }
    assert (Hb' : steady r (before ++ [e])).
    { destruct Hb as [H1 H2]. split; [apply terms_snoc; auto|]. intros v. rewrite !map_app, H2. simpl. rewrite Ne. auto. }
    specialize (IH (before ++ [e]) es args Hb' He' L V2). rewrite map_app in IH. simpl in IH. rewrite pushes_snoc in IH.
    destruct (pushes_fields (map (ev r) before) r) as (_ & _ & _ & F4 & _).
    destruct p as [s q|T]; simpl.
    - assert (Q : dn r (at_nu (insts before q) e) <-> dn (set_nu (ev r e) (pushes (map (ev r) before) r)) q).
      { rewrite (at_nu_ok GM); auto. rewrite insts_ok by apply Hb. destruct Hb as [_ Hn]. rewrite Hn, pushes_nu. tauto. }
      destruct a as [v|c]; simpl in *.
      + subst v. rewrite F4, IH, <- Q. split.
        * intros (H1 & H2 & H3 & H4). split; constructor; auto.
        * intros (H1 & H2). inversion H1; subst. inversion H2; subst. simpl in *. tauto.
      + split; [tauto|]. intros (_ & H). inversion H; subst. simpl in *. tauto.
    - destruct a as [v|c]; simpl in *.
      + split; [tauto|]. intros (_ & H). inversion H; subst. simpl in *. tauto.
      + rewrite <- V1 in IH. rewrite IH, <- (sat_tinst T c Hb). split.
        * intros (H1 & H2 & H3). split; auto.
        * intros (H1 & H2). inversion H2; subst. simpl in *. tauto.
  Qed.
  Lemma pvars_length ps : forall n, length (pvars n ps) = length ps.
  Proof. induction ps as [|[] ps IH]; intros n; simpl; auto. Qed.
  Lemma pvars_steady r ps : forall n, steady r (pvars n ps).
  Proof.
    induction ps as [|[] ps IH]; intros n; simpl; split; try (intros r0; constructor; simpl; auto; apply IH); auto;
      try (intros v; simpl; rewrite (proj2 (IH (S n)) v); auto).
  Qed.
  (** The values of the parameters, where they are bound. *)
  Lemma pvars_ev args r0 : forall ps n,
    (forall i, i < length args -> loc r0 (n + i) = sval (nth i args (SV dflt))) ->
    Forall2 (fun p a => match p, a with PB _ _, SV _ => True | PF _, SF _ => True | _, _ => False end) ps args ->
    map (ev r0) (pvars n ps) = map sval args.
  Proof. clear gl ext.
    intros ps n HL H. revert n HL. induction H as [|p a ps args K _ IH]; intros n HL; simpl; auto.
    assert (H0 : loc r0 n = sval a) by (specialize (HL 0); rewrite Nat.add_0_r in HL; apply HL; simpl; lia).
    assert (E : map (ev r0) (pvars (S n) ps) = map sval args).
    { apply IH. intros i Hi. replace (S n + i) with (n + S i) by lia. apply (HL (S i)). simpl. lia. }
    destruct p, a; try tauto; simpl; rewrite E; f_equal; auto.
  Qed.
  Lemma adm_kinds ps : forall r args, adm ps r args ->
    Forall2 (fun p a => match p, a with PB _ _, SV _ => True | PF _, SF _ => True | _, _ => False end) ps args.
  Proof.
    induction ps as [|[s q|T] ps IH]; intros r [|[v|c] args]; simpl; try tauto; try (intros; constructor; fail).
    - intros (_ & _ & H). constructor; eauto.
    - intros (_ & H). constructor; eauto.
  Qed.
  Lemma adm_length ps r args : adm ps r args -> length args = length ps.
  Proof. intros H. apply adm_kinds in H. symmetry. eapply same_length; eauto. Qed.
  Lemma set_loc_at n args r i : i < length args -> loc (set_loc n (map sval args) r) (n + i) = sval (nth i args (SV dflt)).
  Proof.
    intros H. simpl. rewrite map_length, (proj2 (Nat.leb_le n (n + i))), (proj2 (Nat.ltb_lt (n + i) _)) by lia. simpl.
    replace (n + i - n) with i by lia. change dflt with (sval (SV dflt)). apply map_nth.
  Qed.

  (** Entering the body of a function. *)
  Lemma enter T G gs F rho r args (vs := map sval args) (r' := set_loc (length G) vs r) :
    fits G gs F rho r -> enters D defs preds G gs T = true ->
    adm (f_ps T) r args -> dn (pushes vs r) (f_req T) ->
    fits (bound_ctx G T) gs (flat_map flat (bound_facts G T) ++ F) (rho ++ args) r' /\
    (forall r0, (forall l, loc r0 l = loc r' l) -> map (ev r0) (own G T) = vs) /\
    Forall2 (slot_sat r') (slots (f_ps T) [] (own G T)) args /\
    agree (xctx G gs) (bsorts [] (f_ps T)) (pushes vs r) (pushes vs r').
  Proof.
    intros Ft W Ha Hr. unfold enters in W. apply andb_prop in W as [W FO]. apply andb_prop in W as [W SW].
    unfold Prog.wft in W. rewrite wfT_eq in W. apply andb_prop in W as [Wp W]. apply andb_prop in W as [Wr We].
    assert (AG : agree (xctx G gs) [] r' r) by (apply agree_sym, loc_agree).
    destruct (@adm_agree _ _ _ r' r args Wp AG Ha) as [Ha' AB]. fold vs in AB.
    assert (EV : forall r0, (forall l, loc r0 l = loc r' l) -> map (ev r0) (own G T) = vs).
    { intros r0 H0. apply pvars_ev; [|eapply adm_kinds; eauto]. intros i Hi. rewrite H0. apply set_loc_at; auto. }
    assert (E' : map sval args = map (ev r') (own G T)) by (symmetry; apply EV; auto).
    apply (proj1 (@adm_iff (f_ps T) r' [] (own G T) args (steady_nil r') (pvars_steady r' _ _) (pvars_length _ _) E')) in Ha'.
    destruct Ha' as [HQ HS].
    split; [|split; [exact EV|split; [auto|apply agree_sym; auto]]].
    apply fits_facts.
    - apply fits_slots; auto.
    - apply flats_isf; auto.
    - apply flats_dn. unfold bound_facts. apply Forall_app. split; auto.
      constructor; auto. apply insts_ok; [apply (pvars_steady r')|]. rewrite EV by auto.
      unfold Prog.tform in Wr. apply form_spec in Wr. eapply trans; [exact Wr|exact Hr|]. apply agree_sym; auto.
  Qed.
End Sound.
