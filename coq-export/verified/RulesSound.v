(** * Accepted derivations are sound: every value that is covered can be produced

    One case per rule. Recursive functions are by induction on the measure, or on the rank of the value. *)
From Verified Require Export ProgSound.
Set Implicit Arguments.

(** ** Lexicographic measures *)
Fixpoint lexm {X} (ms : list (X -> Z)) (y x : X) : Prop :=
  match ms with
  | [] => False
  | m :: ms => (0 <= m y < m x)%Z \/ (m y = m x /\ lexm ms y x)
  end.
Lemma lexm_wf X (ms : list (X -> Z)) : well_founded (lexm ms).
Proof.
  induction ms as [|m ms IH]; intros x. { constructor; intros ? []. }
  assert (K : forall n x, (m x < Z.of_nat n)%Z -> Acc (lexm (m :: ms)) x).
  { clear x. induction n as [|n IHn]; intros x.
    all: induction (IH x) as [x _ IHx]; intros L; constructor; intros y [H|[E H]].
    - lia.
    - apply IHx; auto; lia.
    - apply IHn; lia.
    - apply IHx; auto; lia. }
  apply (K (S (Z.to_nat (m x)))). lia.
Qed.

Section Sound.
  Variables (D : datatypes) (defs : list def) (M : model) (known : list expr) (preds : list (list sort)).
  Variables (claims : nat -> option fty) (gl : nat -> option clo).
  Hypothesis GM : good D defs M.
  Hypothesis OK : theory_ok D defs = true.
  Notation kd := (kind_of defs).
  Notation ty := (ty_of D defs).
  Notation dn := (dn D kd M).
  Notation ev := (ev M).
  Notation hs := (hs D (mO M)).
  Notation hsl := (hsl D (mO M)).
  Notation isf := (isf D defs).
  Notation env_ok := (env_ok D M).
  Notation sat := (sat D kd M gl).
  Notation adm := (adm D kd M).
  Notation xctx := (xctx preds).
  Notation run := (run kd M gl).
  Notation call := (call kd M gl).
  Notation wft := (wft D defs).
  Notation wps := (wps D defs).
  Notation infC := (infC D defs known preds claims).
  Notation infF := (infF D defs known preds claims).
  Notation fits := (fits D defs M preds gl).
  Hypothesis Hknown : forall f r, In f known -> dn r f.
  Hypothesis Hbool : ctors D 0 = [[]; []].
  Hypothesis Hclaims : forall g T, claims g = Some T -> exists c, gl g = Some c /\ forall r, sat T r c.
  Let HP := g_proper GM.

  Lemma sat_isub ss T r c : sat T (set_sv (at_sorts D (mO M) (sv r) ss) r) c -> sat (isubT ss T) r c.
  Proof.
    set (W := at_sorts D (mO M) (sv r) ss). intros H vs Ha Hr v Hv He. simpl in *.
    assert (PS : forall vs r, pushes vs (set_sv W r) = set_sv W (pushes vs r)).
    { intros xs. induction xs as [|x xs IH]; intros r1; simpl; auto. unfold pushes in *. simpl. rewrite <- IH. reflexivity. }
    assert (SV : forall r0, sv r0 = sv r -> forall f, dn r0 (isub ss f) -> dn (set_sv W r0) f).
    { intros r0 E f Hf. apply dn_isub in Hf; auto. rewrite E in Hf. exact Hf. }
    assert (AD : forall ps r0 vs, sv r0 = sv r -> adm (map (fun p => (ssub ss (fst p), isub ss (snd p))) ps) r0 vs ->
      adm ps (set_sv W r0) vs).
    { induction ps as [|[s q] ps IH]; intros r0 [|x xs] E; simpl; try tauto. intros (H1 & H2 & H3). repeat split.
      - rewrite E in H1. apply hs_ssub in H1. exact H1.
      - apply (SV (set_nu x r0)); auto.
      - apply (IH (push x r0)); auto. }
    destruct (pushes_fields vs r) as (_ & _ & _ & F4 & _).
    apply H; auto.
    - rewrite PS. apply SV; auto.
    - apply hs_ssub in Hv. exact Hv.
    - rewrite PS. apply (SV (set_nu v (pushes vs r))); auto.
  Qed.
  Lemma decrease_ok ms vals r : dn r (decrease ms vals) ->
    lexm (map (fun m (b : bool) => if b then zof (ev r m) else zof (ev r (insts vals m))) ms) true false.
  Proof.
    induction ms as [|m ms IH]; cbn [decrease]; auto. destruct ms as [|m2 ms].
    - cbn. intros [H1 H2]. left. lia.
    - cbv zeta. intros [[H1 H2]|[H1 H2]].
      + cbn. left. cbn in H1, H2. lia.
      + right. split; [cbn in *; rewrite H1; auto|]. apply IH. exact H2.
  Qed.
  Lemma lexm_map X Y (ms : list (X -> Z)) (ns : list (Y -> Z)) x y a b :
    Forall2 (fun m n => m x = n a /\ m y = n b) ms ns -> lexm ms y x -> lexm ns b a.
  Proof.
    induction 1 as [|m n ms ns [E1 E2] H IH]; simpl; auto. rewrite E1, E2. intros [K|[K1 K2]]; auto.
  Qed.

  Lemma agree_trans X B r1 r2 r3 : agree X B r1 r2 -> agree X B r2 r3 -> agree X B r1 r3.
  Proof.
    intros [A1 A2 A3 A4 A5 A6] [B1 B2 B3 B4 B5 B6]. constructor; intros.
    - rewrite (A1 _ _ H). eauto.
    - rewrite (A2 _ _ H). eauto.
    - rewrite (A3 _ H). eauto.
    - rewrite (A4 _ _ H). eauto.
    - intros i v. rewrite (A5 i v). apply B5.
    - rewrite A6 by eauto. eapply B6; eauto.
  Qed.
  (** Only the innermost parameters are in scope. *)
  Lemma agree_over X ps B r vs ws : wps X [] ps = Some B -> length vs = length B ->
    agree X B (pushes vs r) (pushes vs (pushes ws r)).
  Proof.
    intros EB L. destruct (pushes_fields vs r) as (F1 & F2 & F3 & F4 & F5).
    destruct (pushes_fields vs (pushes ws r)) as (G1 & G2 & G3 & G4 & G5).
    destruct (pushes_fields ws r) as (H1 & H2 & H3 & H4 & H5).
    constructor; intros; rewrite ?F1, ?F2, ?F3, ?F4, ?F5, ?G1, ?G2, ?G3, ?G4, ?G5, ?H1, ?H2, ?H3, ?H4, ?H5; auto; try tauto.
    - rewrite !pushes_bnd. assert (N : nth_error B i <> None) by congruence. apply nth_error_Some in N.
      destruct (nth_error (rev vs) i) eqn:E; auto. apply nth_error_None in E. rewrite rev_length in E. lia.
    - intros ? ?; tauto.
  Qed.
  Lemma wps_length X ps : forall B B', wps X B ps = Some B' -> length B' = length ps + length B.
  Proof.
    induction ps as [|[s q] ps IH]; simpl; intros B B'.
    - intros [= <-]; auto.
    - destruct (form _); try discriminate. intros H. apply IH in H. simpl in H. lia.
  Qed.
  Lemma adm_length ps : forall r vs, adm ps r vs -> length vs = length ps.
  Proof. intros r vs H. rewrite <- (map_length fst). eapply hsl_length. eapply adm_hsl; eauto. Qed.

  Lemma fits_gho G gs F rho r vs ss : fits G gs F rho r -> hsl (sv r) vs ss ->
    fits G (gs ++ ss) F rho (set_gho (length gs) vs r).
  Proof.
    intros [O1 O2 O3 O4 O5 O6] H. pose proof (ext_gho (xctx G gs) ss) as X.
    constructor; auto.
    - intros l T E. destruct (O3 _ _ E) as (W & c & Ec & S). split; [eapply wft_ext; [exact X|auto]|].
      exists c. split; auto. eapply sat_agree; eauto. apply (ghost_agree (xctx G gs)).
    - apply (ghost_ok (G := xctx G gs)); auto.
    - eapply typed_ext; [exact X|auto].
    - eapply facts_agree; eauto. apply (ghost_agree (xctx G gs)).
  Qed.
  Lemma adm_env X ps : c_nu X = None -> forall B B' r vs, wps X B ps = Some B' -> env_ok X B r -> adm ps r vs ->
    env_ok X B' (pushes vs r).
  Proof.
    intros N. induction ps as [|[s q] ps IHp]; simpl; intros B B' r [|v vs] E Eo H; try tauto.
    - injection E as <-. auto.
    - destruct (form _); try discriminate. destruct H as (H1 & _ & H3). simpl. eapply IHp; eauto. apply env_ok_push; auto.
  Qed.
  Lemma pushes_ok G gs ps B r vs v s : wps (xctx G gs) [] ps = Some B -> env_ok (xctx G gs) [] r -> adm ps r vs ->
    hs (sv r) v s -> env_ok (with_nu (xctx G gs) s) B (set_nu v (pushes vs r)).
  Proof.
    intros EB Eo Ha Hv. destruct (@adm_env (xctx G gs) ps eq_refl [] B r vs EB Eo Ha).
    destruct (pushes_fields vs r) as (F1 & F2 & F3 & F4 & F5).
    constructor; simpl; auto. intros t [= <-]. rewrite F4. auto.
  Qed.
  Lemma pvars_ok G gs T : args_ok (ty (xctx (bound_ctx G T) gs) []) (pvars G T) (map fst (f_ps T)) = true.
  Proof.
    unfold bound_ctx. rewrite <- (app_nil_r (G ++ _)). apply lvars_ok. intros i s Hi.
    rewrite nth_error_app2 by lia. replace (length G + i - length G) with i by lia.
    rewrite nth_error_map in Hi. rewrite nth_error_map. destruct (nth_error (f_ps T) i); try discriminate.
    simpl in *. congruence.
  Qed.

  Definition okC (d : der) := forall G gs F e s phi rho r, infC G gs F d e = Some (s, phi) -> fits G gs F rho r ->
    forall v, hs (sv r) v s -> dn (set_nu v r) phi -> run rho e v.
  Definition okF (d : der) := forall G gs F f T rho r, infF G gs F d f = Some T -> fits G gs F rho r ->
    exists c, close_fn gl rho f = Some c /\ sat T r c.

  Lemma body_goal T G r vs v B f (r' := set_loc (length G) vs r) :
    (forall r0, (forall l, loc r0 l = loc r' l) -> map (ev r0) (pvars G T) = vs) ->
    forall gs, agree (xctx G gs) B (pushes vs r) (pushes vs r') ->
    ty (with_nu (xctx G gs) (f_res T)) B f = Some TF ->
    dn (set_nu v (pushes vs r)) f -> dn (set_nu v r') (insts (pvars G T) f).
  Proof.
    intros EV gs AG Tf H. apply (insts_ok GM); [apply lvars_nf|]. rewrite EV by reflexivity. rewrite pushes_nu.
    eapply (trans GM); [exact Tf|exact H|]. apply agree_nu; auto.
  Qed.

  Theorem rules_sound : forall d, okC d /\ okF d.
  Proof.
    assert (CL : forall G gs F d e s phi, infC G gs F d e = Some (s, phi) -> ty (with_nu (xctx G gs) s) [] phi = Some TF)
      by (intros; eapply infC_typed; eauto).
    fix IH 1. intros d. split.
    - (* terms *)
      intros G gs F e s phi rho r I Ft v Hv Hd. destruct d as [| |d1 d2|d1 d2| |d1 p|i d1|d1 d2|psi d1|tg d1 p|tg d1 p| |T d1|T ms d1|T rk d1|T d1 p].
      + (* TConst *) destruct e; try discriminate. cbn [Prog.infC] in I; fold infC in I; fold infF in I; cbv zeta in I.
        destruct (ty (xctx G []) [] e) as [[u|]|] eqn:T; try discriminate. apply covers_spec in I as [-> ->].
        simpl in Hd. erewrite prog_nu in Hd by exact T. subst v.
        erewrite <- prog_ev; eauto. constructor.
      + (* TErr *) destruct e; try discriminate. cbn [Prog.infC] in I; fold infC in I; fold infF in I; cbv zeta in I. apply covers_spec in I as [-> ->]. destruct Hd.
      + (* TLetE *) destruct e as [| |a b| | | |]; try discriminate. cbn [Prog.infC] in I; fold infC in I; fold infF in I; cbv zeta in I.
        destruct (infC G gs F d1 a) as [[s1 phi1]|] eqn:I1; try discriminate.
        set (f := at_nu phi1 (ELocal (length G) s1)) in *.
        destruct (isf (xctx (G ++ [CB s1]) gs) f) eqn:If; try discriminate.
        destruct (infC (G ++ [CB s1]) gs (flat f ++ F) d2 b) as [[s2 psi]|] eqn:I2; try discriminate.
        apply covers_spec in I as [-> ->]. destruct Hd as (x & Hx & Hd).
        apply (close_loc_ok GM (length G) [x] (EBin And f psi) (set_nu v r)) in Hd as [Hf Hpsi].
        set (r' := set_loc (length G) [x] r) in *.
        change (dn (set_nu v r') f) in Hf. change (dn (set_nu v r') psi) in Hpsi.
        assert (Fb : fits (G ++ map CB [s1]) gs F (rho ++ map SV [x]) r') by (apply fits_base; simpl; auto).
        simpl in Fb.
        assert (Hf' : dn r' f).
        { apply form_spec in If. eapply (trans GM); [exact If|exact Hf|]. apply agree_sym. apply agree_nu_free. reflexivity. }
        assert (R1 : run rho a x).
        { eapply (proj1 (IH d1)); eauto. apply (at_nu_ok GM) in Hf'; [|simpl; auto].
          assert (E : ev r' (ELocal (length G) s1) = x).
          { unfold r', set_loc. cbn [Expr.ev loc length].
            rewrite (proj2 (Nat.leb_le _ _)), (proj2 (Nat.ltb_lt _ _)), Nat.sub_diag by lia. auto. }
          rewrite E in Hf'. eapply (trans GM); [eapply CL; eauto|exact Hf'|]. apply agree_nu.
          apply agree_sym, loc_agree. }
        econstructor; [exact R1|]. eapply (proj1 (IH d2)); [exact I2| | |exact Hpsi]; auto.
        apply fits_facts; auto; [apply flat_isf; auto|apply flat_dn; auto].
      + (* TLetV *) destruct e as [| | |f b| | |]; try discriminate. cbn [Prog.infC] in I; fold infC in I; fold infF in I; cbv zeta in I.
        destruct (infF G gs F d1 f) as [T|] eqn:I1; try discriminate.
        destruct (wft (xctx G gs) T) eqn:W; try discriminate.
        destruct (infC (G ++ [CF T]) gs F d2 b) as [[s2 psi]|] eqn:I2; try discriminate.
        apply covers_spec in I as [-> ->].
        destruct (proj2 (IH d1) _ _ _ _ _ _ _ I1 Ft) as (c & Ec & Sc).
        econstructor; [exact Ec|]. eapply (proj1 (IH d2)); [exact I2| | |exact Hd]; auto. apply fits_fun; auto.
      + (* TAppOp *) destruct e; try discriminate. cbn [Prog.infC] in I; fold infC in I; fold infF in I; cbv zeta in I.
        destruct (prim_cov D defs preds G p) as [[s1 phi1]|] eqn:I1; try discriminate.
        apply covers_spec in I as [-> ->]. constructor. eapply prim_ok; eauto.
      + (* TApp *) destruct e as [| | | | |f es|]; try discriminate. cbn [Prog.infC] in I; fold infC in I; fold infF in I; cbv zeta in I.
        destruct (infF G gs F d1 f) as [T|] eqn:I1; try discriminate.
        destruct (_ && _) eqn:C; try discriminate. apply andb_prop in C as [C1 C2].
        apply covers_spec in I as [-> ->].
        destruct (proj2 (IH d1) _ _ _ _ _ _ _ I1 Ft) as (c & Ec & Sc).
        assert (TA : args_ok (ty (xctx G gs) []) es (map fst (f_ps T)) = true).
        { clear - C1. revert C1. generalize (map fst (f_ps T)). induction es as [|e es IH]; intros [|u us]; simpl; auto.
          rewrite !andb_true_iff. intros [H1 H2]. split; auto. apply has_spec in H1. erewrite prog_ty by eauto. simpl.
          clear. induction u using sort_rec'; simpl; rewrite ?Nat.eqb_refl; auto. apply list_eqb_refl; auto. }
        assert (NF : forall r, Forall (fun e => ~ dn r e) es) by (intros; eapply args_terms; eauto).
        assert (EVp : map (fun e => SV (ev (renv rho) e)) es = map SV (map (ev r) es)).
        { rewrite map_map. clear - C1 Ft GM. revert C1. generalize (map fst (f_ps T)).
          induction es as [|e es IH]; intros [|u us]; simpl; try discriminate; auto.
          rewrite !andb_true_iff. intros [H1 H2]. apply has_spec in H1. f_equal; eauto. f_equal. eapply prog_ev; eauto. }
        assert (NU : forall v, map (ev (set_nu v r)) es = map (ev r) es).
        { intros v0. clear - TA GM. revert TA. generalize (map fst (f_ps T)).
          induction es as [|e es IH]; intros [|u us]; simpl; try discriminate; auto.
          rewrite !andb_true_iff. intros [H1 H2]. apply has_spec in H1. f_equal; eauto. eapply prog_nu; eauto. }
        assert (Hg : dn r (admissible T es)) by (eapply proves_ok; eauto; apply Ft).
        unfold admissible in Hg. apply (conjs_ok D defs M r) in Hg. apply Forall_app in Hg as [Hq Hr].
        apply Forall_inv in Hr. apply (insts_ok GM) in Hr; auto.
        assert (Ha : adm (f_ps T) (pushes (map (ev r) []) r) (map (ev r) es)).
        { eapply quals_iff with (X := xctx G gs); eauto; try reflexivity; try apply Ft. }
        simpl in Ha.
        econstructor; [exact Ec|]. rewrite EVp. apply Sc; auto.
        apply (insts_ok GM) in Hd; auto. rewrite NU, pushes_nu in Hd. exact Hd.
      + (* TMatch *) destruct e as [| | | | | |e bs]; try discriminate. cbn [Prog.infC] in I; fold infC in I; fold infF in I; cbv zeta in I.
        destruct (ty (xctx G []) [] e) as [[u|]|] eqn:T; try discriminate.
        destruct (nth_error bs i) as [[t b0]|]; try discriminate.
        destruct (fields D u t) as [ss|] eqn:Ef; try discriminate.
        destruct (branch_of bs t) as [b|] eqn:Eb; try discriminate.
        set (f := EBin Eq e (ECtor u t (lvars (length G) ss))) in *.
        destruct (isf (xctx (G ++ map CB ss) gs) f) eqn:If; try discriminate.
        destruct (infC (G ++ map CB ss) gs (f :: F) d1 b) as [[s2 psi]|] eqn:I2; try discriminate.
        apply covers_spec in I as [-> ->]. apply exs_ok in Hd as (vs & Hvs & Hd). simpl in Hvs.
        pose proof (hsl_length _ _ _ _ _ Hvs) as HL. rewrite <- HL in Hd.
        apply (close_loc_ok GM (length G) vs (EBin And f psi) (set_nu v r)) in Hd as [Hf Hpsi].
        set (r' := set_loc (length G) vs r) in *.
        change (dn (set_nu v r') f) in Hf. change (dn (set_nu v r') psi) in Hpsi.
        assert (Hf' : dn r' f).
        { apply form_spec in If. eapply (trans GM); [exact If|exact Hf|]. apply agree_sym. apply agree_nu_free. reflexivity. }
        assert (EL : map (ev r') (lvars (length G) ss) = vs).
        { pose proof (lvars_ev M vs r ss (length G) [] HL) as Q. simpl in Q. rewrite Nat.add_0_r in Q. exact Q. }
        assert (Ee : ev (renv rho) e = VCon t vs).
        { erewrite prog_ev by eauto. simpl in Hf'. rewrite EL in Hf'. rewrite <- Hf'.
          eapply ev_agree; [|eapply prog_ty; eauto]. apply loc_agree. }
        econstructor; [exact Ee|exact Eb|]. eapply (proj1 (IH d1)); [exact I2| | |exact Hpsi]; auto.
        apply (fits_facts (fs := [f])); simpl; auto.
        * apply fits_base; auto.
        * rewrite If. auto.
      + (* TMerge *)
        assert (I' : match infC G gs F d1 e, infC G gs F d2 e with
          | Some (s, p), Some (s2, q) => if sort_eqb s s2 then covers D defs preds G gs s (EBin Or p q) else None
          | _, _ => None end = Some (s, phi)) by (destruct e; exact I).
        destruct (infC G gs F d1 e) as [[s1 p1]|] eqn:I1; try discriminate.
        destruct (infC G gs F d2 e) as [[s2 p2]|] eqn:I2; try discriminate.
        destruct (sort_eqb s1 s2) eqn:Es; try discriminate. apply sort_eqb_sound in Es. subst s2.
        apply covers_spec in I' as [-> ->]. destruct Hd as [Hd|Hd].
        * eapply (proj1 (IH d1)); eauto.
        * eapply (proj1 (IH d2)); eauto.
      + (* TGuard *)
        assert (I' : (if isf (xctx G gs) psi then match infC G gs (flat psi ++ F) d1 e with
          | Some (s, phi) => covers D defs preds G gs s (EBin And psi phi) | None => None end else None) = Some (s, phi))
          by (destruct e; exact I).
        destruct (isf (xctx G gs) psi) eqn:Ip; try discriminate.
        destruct (infC G gs (flat psi ++ F) d1 e) as [[s1 p1]|] eqn:I1; try discriminate.
        apply covers_spec in I' as [-> ->]. destruct Hd as [Hp Hd].
        eapply (proj1 (IH d1)); [exact I1| | |exact Hd]; auto.
        apply fits_facts; auto; [apply flat_isf; auto|apply flat_dn].
        apply form_spec in Ip. eapply (trans GM); [exact Ip|exact Hp|]. apply agree_sym. apply agree_nu_free. reflexivity.
      + (* TSub *)
        assert (I' : match infC G gs F d1 e with
          | Some (s, phi) => if proves D defs known (xctx G gs) F (EQuant All s (close_nu (EBin Imp tg phi))) p
            then covers D defs preds G gs s tg else None | None => None end = Some (s, phi)) by (destruct e; exact I).
        destruct (infC G gs F d1 e) as [[s1 p1]|] eqn:I1; try discriminate.
        destruct (proves _ _ _ _ _ _ _) eqn:P; try discriminate. apply covers_spec in I' as [-> ->].
        assert (K : dn r (EQuant All s1 (close_nu (EBin Imp tg p1)))) by (eapply proves_ok; eauto; apply Ft).
        specialize (K v Hv). apply (close_nu_ok GM) in K. eapply (proj1 (IH d1)); eauto.
      + (* TEq *)
        assert (I' : match infC G gs F d1 e with
          | Some (s, phi) => if proves D defs known (xctx G gs) F (EQuant All s (close_nu (EBin Iff tg phi))) p
            then covers D defs preds G gs s tg else None | None => None end = Some (s, phi)) by (destruct e; exact I).
        destruct (infC G gs F d1 e) as [[s1 p1]|] eqn:I1; try discriminate.
        destruct (proves _ _ _ _ _ _ _) eqn:P; try discriminate. apply covers_spec in I' as [-> ->].
        assert (K : dn r (EQuant All s1 (close_nu (EBin Iff tg p1)))) by (eapply proves_ok; eauto; apply Ft).
        specialize (K v Hv). apply (close_nu_ok GM) in K. eapply (proj1 (IH d1)); eauto. apply K. auto.
      + destruct e; discriminate.
      + destruct e; discriminate.
      + destruct e; discriminate.
      + destruct e; discriminate.
      + destruct e; discriminate.
    - (* functions *)
      intros G gs F f T rho r I Ft. destruct d as [| |d1 d2|d1 d2| |d1 p|i d1|d1 d2|psi d1|tg d1 p|tg d1 p| |T0 d1|T0 ms d1|T0 rk d1|T0 d1 p];
        try (destruct f; discriminate).
      + (* TVarFun *) destruct f as [l|g ss| |]; try discriminate; cbn [Prog.infF] in I; cbv zeta in I.
        * destruct (nth_error G l) as [[|T1]|] eqn:E; try discriminate. injection I as ->.
          destruct (o_fun Ft _ E) as (_ & c & Ec & Sc). exists c. simpl. rewrite Ec. auto.
        * destruct (claims g) as [T1|] eqn:E; try discriminate.
          destruct (wft _ _); try discriminate. injection I as <-.
          destruct (Hclaims E) as (c & Ec & Sc). exists c. simpl. split; auto. apply sat_isub; auto.
      + (* TFun *) destruct f as [| |n b|]; try discriminate. cbn [Prog.infF] in I; fold infC in I; cbv zeta in I.
        destruct (_ && _) eqn:C; try discriminate. apply andb_prop in C as [C FO]. apply andb_prop in C as [W En].
        apply Nat.eqb_eq in En.
        destruct (infC _ _ _ _ _) as [[s phi]|] eqn:I1; try discriminate.
        destruct (sort_eqb s (f_res T0) && _) eqn:Q; try discriminate. injection I as <-.
        apply andb_prop in Q as [Q1 Q2]. apply sort_eqb_sound in Q1. apply expr_eqb_sound in Q2. subst s phi n.
        exists (Clo rho false (length (f_ps T0)) b). split; auto. intros vs Ha Hr v Hv He.
        edestruct enter as (Fb & EV & B & EB & AG); eauto.
        constructor; [rewrite map_length; eapply adm_length; eauto|].
        eapply (proj1 (IH d1)); [exact I1|exact Fb|exact Hv|]. eapply body_goal; eauto.
        unfold Prog.wft in W. rewrite EB in W. apply andb_prop in W as [_ W]. apply form_spec; auto.
      + (* TFix *) destruct f as [| | |n b]; try discriminate. cbn [Prog.infF] in I; fold infC in I; cbv zeta in I.
        set (dc := decrease ms (pvars G T0)) in *.
        set (T' := FT (f_ps T0) (if expr_eqb (f_req T0) ETrue then dc else EBin And (f_req T0) dc) (f_res T0) (f_ens T0)) in *.
        destruct (_ && _) eqn:C; try discriminate. apply andb_prop in C as [C _]. apply andb_prop in C as [C Tm].
        apply andb_prop in C as [C W']. apply andb_prop in C as [C FO]. apply andb_prop in C as [W En].
        apply Nat.eqb_eq in En.
        destruct (infC _ _ _ _ _) as [[s phi]|] eqn:I1; try discriminate.
        destruct (sort_eqb s (f_res T0) && _) eqn:Q; try discriminate. injection I as <-.
        apply andb_prop in Q as [Q1 Q2]. apply sort_eqb_sound in Q1. apply expr_eqb_sound in Q2. subst s phi n.
        set (c := Clo rho true (length (f_ps T0)) b). exists c. split; auto. intros vs.
        induction (lexm_wf (map (fun m vs => zof (ev (pushes vs r) m)) ms) vs) as [vs _ IHvs].
        intros Ha Hr v Hv He.
        edestruct enter as (Fb & EV & B & EB & AG); eauto. rewrite EB in Tm.
        set (r' := set_loc (length G) vs r) in *.
        pose proof W as Wp. unfold Prog.wft in Wp. rewrite EB in Wp. apply andb_prop in Wp as [Wr We]. apply form_spec in Wr, We.
        constructor; [rewrite map_length; eapply adm_length; eauto|].
        rewrite app_assoc. refine (proj1 (IH d1) _ _ _ _ _ _ _ r' I1 _ v Hv _).
        * eapply fits_fun; [exact Fb|exact W'|]. intros ws Ha' Hr' w Hw He'. simpl in Ha', Hr', Hw, He'.
          assert (AG0 : agree (xctx G gs) [] r r') by apply loc_agree.
          edestruct adm_agree as [Ha2 AG2]; [exact GM|exact EB|exact AG0|exact Ha'|].
          assert (Hr2 : dn (pushes ws r') (f_req T0) /\ dn (pushes ws r') dc).
          { destruct (expr_eqb (f_req T0) ETrue) eqn:X.
            - apply expr_eqb_sound in X. rewrite X. split; [exact Logic.I|auto].
            - exact Hr'. }
          destruct Hr2 as [Hr2 Hdc]. apply IHvs; auto.
          -- apply decrease_ok in Hdc. refine (lexm_map _ Hdc).
             rewrite forallb_forall in Tm. clear - Tm GM EV AG AG2 AG0 EB Ha Ha'.
             induction ms as [|m ms IHm]; simpl; constructor.
             ++ assert (T : ty (xctx G gs) B m = Some (TS SInt)) by (apply has_spec, Tm; simpl; auto). split; f_equal.
                ** erewrite ev_insts by (intros; apply lvars_nf). rewrite EV by (intros; destruct (pushes_fields ws r') as (-> & _); auto).
                   eapply ev_agree; [|exact T]. apply agree_sym. eapply agree_trans; [exact AG|].
                   eapply agree_over; [exact EB|]. apply wps_length in EB. apply adm_length in Ha. simpl in EB. lia.
                ** eapply ev_agree; [|exact T]. apply agree_sym. exact AG2.
             ++ apply IHm. intros; apply Tm; simpl; auto.
          -- eapply (trans GM); [exact Wr|exact Hr2|]. apply agree_sym; auto.
          -- eapply (trans GM); [exact We|exact He'|]. apply agree_nu, agree_sym; auto.
        * eapply body_goal; eauto.
      + (* TFixRank *) destruct f as [| | |n b]; try discriminate. cbn [Prog.infF] in I; fold infC in I; cbv zeta in I.
        set (k := EGhost (length gs) SInt) in *.
        set (T' := FT (f_ps T0) (f_req T0) (f_res T0) (EBin And (f_ens T0) (EBin And (EBin Le (EInt 0) rk) (EBin Lt rk k)))) in *.
        destruct (_ && _) eqn:C; try discriminate. apply andb_prop in C as [C Tm].
        apply andb_prop in C as [C W']. apply andb_prop in C as [C FO]. apply andb_prop in C as [W En].
        apply Nat.eqb_eq in En.
        destruct (infC _ _ _ _ _) as [[s phi]|] eqn:I1; try discriminate.
        destruct (sort_eqb s (f_res T0) && _) eqn:Q; try discriminate. injection I as <-.
        apply andb_prop in Q as [Q1 Q2]. apply sort_eqb_sound in Q1. apply expr_eqb_sound in Q2. subst s phi n.
        set (c := Clo rho true (length (f_ps T0)) b). exists c. split; auto.
        assert (K : forall n vs v, Z.to_nat (zof (ev (set_nu v (pushes vs r)) rk)) < n -> adm (f_ps T0) r vs ->
          dn (pushes vs r) (f_req T0) -> hs (sv r) v (f_res T0) -> dn (set_nu v (pushes vs r)) (f_ens T0) ->
          (0 <= zof (ev (set_nu v (pushes vs r)) rk))%Z -> call c (map SV vs) v).
        2: { intros vs Ha Hr v Hv [He Hk]. simpl in *. eapply K; eauto. }
        induction n as [|n IHn]; [lia|]. intros vs v Hn Ha Hr Hv He Hk.
        edestruct enter as (Fb & EV & B & EB & AG); eauto. rewrite EB in Tm. apply has_spec in Tm.
        set (r' := set_loc (length G) vs r) in *. set (z := zof (ev (set_nu v (pushes vs r)) rk)) in *.
        pose proof W as Wp. unfold Prog.wft in Wp. rewrite EB in Wp. apply andb_prop in Wp as [Wr We]. apply form_spec in Wr, We.
        set (r2 := set_gho (length gs) [VInt z] r').
        assert (F2 : fits (bound_ctx G T0) (gs ++ [SInt]) (flat_map flat (bound_facts G T0) ++ F) (rho ++ map SV vs) r2)
          by (apply fits_gho; simpl; auto).
        assert (A2 : agree (xctx G gs) [] r r2).
        { eapply agree_trans; [apply loc_agree|]. apply (ghost_agree (xctx G gs)). }
        assert (Ek : ev r2 k = VInt z).
        { unfold r2, k, set_gho. cbn [Expr.ev gho]. rewrite Nat.ltb_irrefl, Nat.sub_diag. auto. }
        constructor; [rewrite map_length; eapply adm_length; eauto|].
        rewrite app_assoc. refine (proj1 (IH d1) _ _ _ _ _ _ _ r2 I1 _ v Hv _).
        * eapply (fits_facts (fs := [EBin Le (EInt 0) k])).
          -- eapply fits_fun; [exact F2|exact W'|]. intros ws Ha' Hr' w Hw [He' [Hk1 Hk2]]. cbn [f_ps f_req f_res f_ens T'] in *.
             edestruct adm_agree as [Ha3 AG3]; [exact GM|exact EB|exact A2|exact Ha'|].
             assert (Er : ev (set_nu w (pushes ws r)) rk = ev (set_nu w (pushes ws r2)) rk).
             { eapply ev_agree; [|exact Tm]. apply agree_nu. exact AG3. }
             assert (Ek2 : ev (set_nu w (pushes ws r2)) k = VInt z).
             { rewrite <- Ek. unfold k. cbn [Expr.ev gho set_nu]. destruct (pushes_fields ws r2) as (_ & -> & _). auto. }
             cbn [Expr.dn] in Hk1, Hk2. rewrite Ek2 in Hk2. cbn [zof Expr.ev] in Hk1, Hk2.
             apply IHn; auto; rewrite ?Er; auto.
             ++ apply Nat.lt_le_trans with (m := Z.to_nat z); [apply Z2Nat.inj_lt; lia|lia].
             ++ eapply (trans GM); [exact Wr|exact Hr'|]. apply agree_sym; auto.
             ++ eapply (trans GM); [exact We|exact He'|]. apply agree_nu, agree_sym; auto.
          -- simpl. rewrite andb_true_r. unfold Evid.isf. simpl. rewrite nth_error_app2, Nat.sub_diag by auto. reflexivity.
          -- constructor; auto. cbn [Expr.dn]. rewrite Ek. exact Hk.
        * apply (insts_ok GM); [apply lvars_nf|]. rewrite EV by reflexivity. rewrite pushes_nu.
          assert (Ha0 : adm (f_ps T0) r2 vs /\ agree (xctx G gs) B (pushes vs r2) (pushes vs r)).
          { eapply adm_agree; [exact GM|exact EB|apply agree_sym; exact A2|exact Ha]. }
          destruct Ha0 as [_ AG3]. apply agree_sym in AG3. split.
          -- eapply (trans GM); [exact We|exact He|]. apply agree_nu; auto.
          -- assert (Er : ev (set_nu v (pushes vs r)) rk = ev (set_nu v (pushes vs r2)) rk).
             { eapply ev_agree; [|exact Tm]. apply agree_nu. exact AG3. }
             assert (Ek2 : ev (set_nu v (pushes vs r2)) k = VInt z).
             { rewrite <- Ek. unfold k. cbn [Expr.ev gho set_nu]. destruct (pushes_fields vs r2) as (_ & -> & _). auto. }
             change (ev (set_nu v (pushes vs r2)) rk = ev (set_nu v (pushes vs r2)) k). rewrite Ek2, <- Er.
             assert (Eo : env_ok (with_nu (xctx G gs) (f_res T0)) B (set_nu v (pushes vs r))) by (eapply pushes_ok; eauto; apply Ft).
             pose proof (term_sorted GM _ Eo Tm) as Hi. apply hs_int in Hi as [y Hy]. unfold z. rewrite Hy. reflexivity.
      + (* SubArr *)
        assert (I' : match infF G gs F d1 f with
          | Some T1 =>
            if wft (xctx G gs) T0 && wft (xctx G gs) T1 && list_eqb sort_eqb (map fst (f_ps T0)) (map fst (f_ps T1)) && sort_eqb (f_res T0) (f_res T1)
               && facts_ok D defs (xctx (bound_ctx G T0) gs) (bound_facts G T0)
               && proves D defs known (xctx (bound_ctx G T0) gs) (flat_map flat (bound_facts G T0) ++ F)
                   (EBin And (admissible T1 (pvars G T0))
                       (EQuant All (f_res T0) (close_nu (insts (pvars G T0) (EBin Imp (f_ens T0) (f_ens T1)))))) p
            then Some T0 else None | None => None end = Some T) by (destruct f; exact I).
        destruct (infF G gs F d1 f) as [T1|] eqn:I1; try discriminate.
        destruct (_ && _) eqn:C; try discriminate. injection I' as <-. apply andb_prop in C as [C P].
        apply andb_prop in C as [C FO]. apply andb_prop in C as [C Es]. apply andb_prop in C as [C Ep]. apply andb_prop in C as [W W1].
        apply sort_eqb_sound in Es. apply sorts_eqb_sound in Ep.
        destruct (proj2 (IH d1) _ _ _ _ _ _ _ I1 Ft) as (c & Ec & Sc). exists c. split; auto.
        intros vs Ha Hr v Hv He.
        edestruct enter as (Fb & EV & B & EB & AG); [exact GM|exact Ft|exact W|exact FO|exact Ha|exact Hr|].
        set (r' := set_loc (length G) vs r) in *.
        pose proof W as Wp. unfold Prog.wft in Wp. rewrite EB in Wp. apply andb_prop in Wp as [Wr We]. apply form_spec in Wr, We.
        unfold Prog.wft in W1. destruct (wps (xctx G gs) [] (f_ps T1)) as [B1|] eqn:EB1; try discriminate.
        apply andb_prop in W1 as [Wr1 We1]. apply form_spec in Wr1, We1.
        pose proof P as P'. eapply proves_ok with (r := r') in P'; [|exact GM|exact OK|exact Hknown|apply Fb|apply Fb|apply Fb].
        destruct P' as [K1 K2].
        unfold admissible in K1. apply (conjs_ok D defs M r') in K1. apply Forall_app in K1 as [Kq Kr].
        apply Forall_inv in Kr. apply (insts_ok GM) in Kr; [|apply lvars_nf]. rewrite EV in Kr by reflexivity.
        assert (Ha1 : adm (f_ps T1) (pushes (map (ev r') []) r') (map (ev r') (pvars G T0))).
        { eapply quals_iff with (X := xctx (bound_ctx G T0) gs); eauto; try reflexivity; try apply Fb.
          rewrite <- Ep. apply pvars_ok. }
        rewrite EV in Ha1 by reflexivity. simpl in Ha1.
        assert (A1 : agree (xctx G gs) [] r r') by apply loc_agree.
        edestruct adm_agree as [Ha2 AG2]; [exact GM|exact EB1|exact A1|exact Ha1|].
        apply Sc; auto.
        * eapply (trans GM); [exact Wr1|exact Kr|]. apply agree_sym; auto.
        * rewrite <- Es. auto.
        * specialize (K2 v Hv). apply (close_nu_ok GM) in K2. apply (insts_ok GM) in K2; [|apply lvars_nf].
          rewrite EV in K2 by reflexivity. rewrite pushes_nu in K2.
          rewrite <- Es in We1. eapply (trans GM); [exact We1| |apply agree_nu, agree_sym; exact AG2].
          apply K2. eapply (trans GM); [exact We|exact He|]. apply agree_nu; auto.
    Unshelve. all: assumption.
  Qed.
End Sound.
