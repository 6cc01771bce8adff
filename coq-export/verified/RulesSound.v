(** * Accepted derivations are sound: every value that is covered can be produced

    One case per rule. Recursive functions are by induction on the measure, or on the rank of the value. *)
From Verified Require Export ProgSound.
Set Implicit Arguments.

Section Sound.
  Variables (D : datatypes) (defs : list def) (M : model) (preds : list (list sort)).
  Variables (claims : nat -> option scheme) (gl : nat -> option clo) (ext : nat -> list slot -> value -> Prop).
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
  Notation infC := (infC D defs preds claims).
  Notation infF := (infF D defs preds claims).
  Notation infFs := (infFs D defs preds claims).
  Notation fits := (fits D defs M preds gl ext).
  Notation slot_sat := (slot_sat D defs M gl ext).
  Notation cond_true := (cond_true D defs M).
  Hypothesis Hbool : ctors D 0 = [[]; []].
  Hypothesis Hclaims : forall g C, claims g = Some C -> exists c, gl g = Some c /\ forall r, sat (sc_type C) r c.
  Let HP := g_proper GM.

  (** ** Instances of schemes *)
  Lemma sat_isub ss T r c : sat (isubT ss T) r c <-> sat T (set_sv (at_sorts D (mO M) (sv r) ss) r) c.
  Proof.
    unfold isubT.
    apply (@sat_map D defs M gl ext (fun _ _ _ => true) (fun _ => isub ss) (ssub ss)
      (fun _ _ r r' => r' = set_sv (at_sorts D (mO M) (sv r) ss) r)) with (B := []).
    - intros d _ r1 r2 e -> _. apply dn_isub; auto.
    - intros d _ r1 r2 e s v -> _. rewrite dn_isub by auto. reflexivity.
    - intros d _ r1 r2 s v ->. apply hs_ssub.
    - intros d _ r1 r2 v o ->. reflexivity.
    - apply wfT_true.
    - reflexivity.
  Qed.
  Section Psub.
    Variables (X : ctx) (decl : list (list sort)) (phis : list expr) (r0 : env).
    Hypothesis HX : c_nu X = None.
    Hypothesis Hphi : forall p ss phi, nth_error decl p = Some ss -> nth_error phis p = Some phi ->
      ty X (rev (map Some ss)) phi = Some TF.
    Hypothesis Hlen : length phis = length decl.
    Definition as_preds (p : nat) (vs : list value) : Prop :=
      match nth_error phis p with Some phi => dn (pushes vs r0) phi | None => False end.
    Definition set_pv (P : nat -> list value -> Prop) (r : env) := Env (loc r) (gho r) (nu r) (bnd r) (sv r) P.
    Definition like (r : env) := loc r = loc r0 /\ gho r = gho r0 /\ sv r = sv r0 /\ pv r = pv r0.
    Lemma ev_pv P r e : ev (set_pv P r) e = ev r e.
    Proof. apply ev_eqe. constructor; auto. Qed.
    Lemma evs_pv P r es : map (ev (set_pv P r)) es = map (ev r) es.
    Proof. apply map_ext. intros. apply ev_pv. Qed.
    Lemma dn_psub e : forall Y B r t, c_preds Y = decl -> ty Y B e = Some t -> like r ->
      (dn r (psub phis e) <-> dn (set_pv as_preds r) e).
    Proof.
      induction e using expr_rec'; intros Y B r u EY T L; simpl; rewrite ?evs_pv, ?ev_pv; try tauto.
      - (* a predicate variable *)
        simpl in T. rewrite EY in T. destruct (nth_error decl p) as [ss|] eqn:Ed; try discriminate.
        apply when_spec in T as [T _]. unfold as_preds.
        destruct (nth_error phis p) as [phi|] eqn:Ep; [|simpl; tauto].
        rewrite (insts_ok GM) by (intros r1; eapply args_terms; eauto).
        pose proof (args_len _ _ _ T) as HL. pose proof (Hphi _ Ed Ep) as Tp.
        eapply dn_agree; [auto| |exact Tp].
        destruct L as (L1 & L2 & L3 & L4).
        destruct (pushes_fields (map (ev r) args) r) as (F1 & F2 & F3 & F4 & F5).
        destruct (pushes_fields (map (ev r) args) r0) as (G1 & G2 & G3 & G4 & G5).
        constructor; intros; rewrite ?F1, ?F2, ?F4, ?F5, ?G1, ?G2, ?G4, ?G5, ?L1, ?L2, ?L3, ?L4; auto; try tauto; try congruence.
        + rewrite !pushes_bnd. assert (N : nth_error (rev (map Some ss)) i <> None) by congruence.
          apply nth_error_Some in N. rewrite rev_length, map_length in N.
          destruct (nth_error (rev (map (ev r) args)) i) eqn:E; auto.
          apply nth_error_None in E. rewrite rev_length, map_length in E. lia.
        + intros ? ?; tauto.
      - simpl in T. destruct o; simpl; rewrite ?ev_pv; try tauto;
          apply when_spec in T as [T _]; apply andb_prop in T as [T1 T2]; apply form_spec in T1, T2;
          rewrite (IHe1 _ _ _ _ EY T1 L), (IHe2 _ _ _ _ EY T2 L); tauto.
      - simpl in T. apply when_spec in T as [T _]. apply form_spec in T. rewrite (IHe _ _ _ _ EY T L). tauto.
      - simpl in T. apply when_spec in T as [T _]. apply form_spec in T.
        assert (K : forall v, dn (push v r) (psub phis e) <-> dn (push v (set_pv as_preds r)) e).
        { intros v. exact (IHe _ _ (push v r) _ EY T L). }
        destruct q; simpl.
        + split; intros H v Hv; apply K; auto.
        + split; intros (v & Hv & H); exists v; split; auto; apply K; auto.
    Qed.
    Lemma sat_psub T c : wft (closed_ctx decl) T = true -> (sat (psubT phis T) r0 c <-> sat T (set_pv as_preds r0) c).
    Proof.
      intros W. unfold psubT.
      apply (@sat_map D defs M gl ext (tform (closed_ctx decl)) (fun _ => psub phis) (fun s => s)
        (fun _ _ r r' => like r /\ r' = set_pv as_preds r)) with (B := []); auto.
      - intros d B r1 r2 e (L & ->) Te. unfold Prog.tform in Te. apply form_spec in Te. eapply dn_psub; eauto. reflexivity.
      - intros d B r1 r2 e s v (L & ->) Te. unfold Prog.tform in Te. apply form_spec in Te.
        refine (@dn_psub e (with_nu (closed_ctx decl) s) B (set_nu v r1) TF eq_refl Te L).
      - intros d B r1 r2 s v (L & ->). tauto.
      - intros d B r1 r2 v o (L & ->). split; auto.
      - repeat split; auto.
    Qed.
  End Psub.
  Lemma at_preds_ok X C phis T c : c_nu X = None -> at_preds D defs X C phis = Some T ->
    (forall r, sat (sc_type C) r c) -> wft X T = true /\ forall r, sat T r c.
  Proof.
    intros HX. unfold at_preds. destruct (_ && _) eqn:E; try discriminate. intros [= <-] H.
    apply andb_prop in E as [E We]. apply andb_prop in E as [E Wc]. apply andb_prop in E as [E Hf].
    apply andb_prop in E as [_ E]. apply Nat.eqb_eq in E. split; auto. intros r.
    apply (@sat_psub X (sc_preds C) phis r); auto.
    clear - Hf. intros p ss phi E1 E2. rewrite forallb_forall in Hf. apply form_spec. apply (Hf (ss, phi)). revert p E1 E2.
    clear Hf. generalize (sc_preds C). revert phis. induction phis as [|f fs IH]; intros [|x xs] [|p]; simpl; intros E1 E2; try discriminate.
    - injection E1 as ->. injection E2 as ->. auto.
    - right. eauto.
  Qed.
  Lemma scheme_of_ok d f C rho : scheme_of claims d f = Some C ->
    exists c, close_fn gl rho f = Some c /\ forall r, sat (sc_type C) r c.
  Proof.
    destruct d; try discriminate; simpl.
    - destruct f as [|g ss| |]; try discriminate. intros E. destruct (Hclaims E) as (c & Ec & H). simpl. eauto.
    - destruct d; try discriminate. destruct f as [|g ss| |]; try discriminate.
      destruct (claims g) as [C0|] eqn:E; try discriminate. destruct (_ && _); try discriminate. intros [= <-].
      destruct (Hclaims E) as (c & Ec & H). exists c. split; auto. intros r. apply sat_isub. auto.
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
  Lemma agree_over X B r vs ws : length vs = length B -> agree X B (pushes vs r) (pushes vs (pushes ws r)).
  Proof.
    intros L. destruct (pushes_fields vs r) as (F1 & F2 & F3 & F4 & F5).
    destruct (pushes_fields vs (pushes ws r)) as (G1 & G2 & G3 & G4 & G5).
    destruct (pushes_fields ws r) as (H1 & H2 & H3 & H4 & H5).
    constructor; intros; rewrite ?F1, ?F2, ?F3, ?F4, ?F5, ?G1, ?G2, ?G3, ?G4, ?G5, ?H1, ?H2, ?H3, ?H4, ?H5; auto; try tauto.
    - rewrite !pushes_bnd. assert (N : nth_error B i <> None) by congruence. apply nth_error_Some in N.
      destruct (nth_error (rev vs) i) eqn:E; auto. apply nth_error_None in E. rewrite rev_length in E. lia.
    - intros ? ?; tauto.
  Qed.
  Lemma fits_gho G gs F rho r vs ss : fits G gs F rho r -> hsl (sv r) vs ss ->
    fits G (gs ++ ss) F rho (set_gho (length gs) vs r).
  Proof.
    intros [O1 O2 O3 O4 O5 O6] H. pose proof (ext_gho (xctx G gs) ss) as X.
    constructor; auto.
    - intros l T E. destruct (O3 _ _ E) as (W & c & Ec & S). split; [eapply wft_ext; [exact X|auto]|].
      exists c. split; auto. eapply sat_agree; [exact GM|exact W| |exact S]. apply agree_sym, (ghost_agree (xctx G gs)).
    - apply (ghost_ok (G := xctx G gs)); auto.
    - eapply typed_ext; [exact X|auto].
    - eapply facts_agree; eauto. apply (ghost_agree (xctx G gs)).
  Qed.
  Lemma env_ok_none X B r v : env_ok X B r -> env_ok X (None :: B) (push v r).
  Proof. intros []. constructor; simpl; auto. intros [|i] s; simpl; eauto. discriminate. Qed.
  Lemma adm_env X ps : forall B r args, env_ok X B r -> adm ps r args -> env_ok X (bsorts B ps) (pushes (map sval args) r).
  Proof.
    induction ps as [|[s q|T] ps IHp]; simpl; intros B r [|[v|c] args] Eo H; try tauto.
    - destruct H as (H1 & _ & H3). apply (IHp (Some s :: B) (push v r)); auto. apply env_ok_push; auto.
    - destruct H as (H1 & H3). apply (IHp (None :: B) (push dflt r)); auto. apply env_ok_none; auto.
  Qed.
  Lemma pushes_ok G gs ps r args v s : env_ok (xctx G gs) [] r -> adm ps r args ->
    hs (sv r) v s -> env_ok (with_nu (xctx G gs) s) (bsorts [] ps) (set_nu v (pushes (map sval args) r)).
  Proof.
    intros Eo Ha Hv. destruct (@adm_env (xctx G gs) ps [] r args Eo Ha).
    destruct (pushes_fields (map sval args) r) as (F1 & F2 & F3 & F4 & F5).
    constructor; simpl; auto. intros t [= <-]. rewrite F4. auto.
  Qed.

  Definition okC (d : der) := forall G gs F e s phi cs rho r, infC G gs F d e = Some (s, phi, cs) -> Forall cond_true cs ->
    fits G gs F rho r -> forall v, hs (sv r) v s -> dn (set_nu v r) phi -> run rho e v.
  Definition okF (d : der) := forall G gs F f T cs rho r, infF G gs F d f = Some (T, cs) -> Forall cond_true cs ->
    fits G gs F rho r -> exists c, close_fn gl rho f = Some c /\ sat T r c.

  (** ** Arguments *)
  Lemma infFs_ok G gs F rho r ds : Forall okF ds -> fits G gs F rho r -> forall fs Ts cs, infFs G gs F ds fs = Some (Ts, cs) ->
    Forall cond_true cs -> Forall2 (fun f T => exists c, close_fn gl rho f = Some c /\ sat T r c) fs Ts.
  Proof.
    intros HO Ft. induction HO as [|d ds Hd _ IH]; intros [|f fs] Ts cs; simpl; try discriminate.
    - intros [= <- <-] _. constructor.
    - destruct (infF G gs F d f) as [[T c1]|] eqn:I; try discriminate.
      change (match infFs G gs F ds fs with Some (Ts, cs2) => Some (T :: Ts, c1 ++ cs2) | None => None end = Some (Ts, cs) ->
        Forall cond_true cs -> Forall2 (fun f T => exists c, close_fn gl rho f = Some c /\ sat T r c) (f :: fs) Ts).
      destruct (infFs G gs F ds fs) as [[Ts2 c2]|] eqn:I2; try discriminate. intros [= <- <-] C.
      apply Forall_app in C as [C1 C2]. constructor; eauto.
  Qed.
  Lemma args_fit_ok G gs F rho r : fits G gs F rho r -> forall ps args Ts before,
    args_fit D defs preds G ps args Ts before = true ->
    Forall2 (fun f T => exists c, close_fn gl rho f = Some c /\ sat T r c) (funs args) Ts ->
    exists ss, close_args M gl rho args = Some ss /\ map sval ss = map (ev r) (avals args) /\
      Forall2 (slot_sat r) (slots ps before (avals args)) ss /\ length (avals args) = length ps /\
      steady D defs M r (avals args).
  Proof.
    intros Ft. induction ps as [|[s q|T] ps IH]; intros [|[e|f] args] Ts before; simpl; try discriminate.
    - intros _ _. exists []. repeat split; auto. intros r1. apply Forall_nil.
    - intros H H2. apply andb_prop in H as [H H3]. apply andb_prop in H as [_ H1]. apply has_spec in H1.
      destruct (IH args Ts (before ++ [e]) H3 H2) as (ss & E1 & E2 & E3 & E4 & E5 & E6).
      exists (SV (ev (renv rho) e) :: ss). rewrite E1.
      assert (Ee : ev (renv rho) e = ev r e) by (eapply prog_ev; eauto).
      assert (H1' : ty (xctx G gs) [] e = Some (TS s)) by (eapply prog_ty; eauto). repeat split; simpl; auto.
      + rewrite E2, Ee. auto.
      + constructor; auto. simpl. rewrite Ee. eapply term_sorted; eauto. apply Ft.
      + intros r1. constructor; auto. eapply term_no_formula; eauto.
      + intros v. rewrite E6. f_equal. eapply prog_nu; eauto.
    - destruct Ts as [|T1 Ts]; try discriminate. intros H H2. apply andb_prop in H as [H1 H3]. apply fty_eqb_sound in H1. subst T1.
      inversion H2 as [|? ? ? ? (c & Ec & Sc) H4]; subst.
      destruct (IH args Ts (before ++ [EInt 0]) H3 H4) as (ss & E1 & E2 & E3 & E4 & E5 & E6).
      exists (SF c :: ss). rewrite E1, Ec. repeat split; simpl; auto.
      + rewrite E2. auto.
      + intros r1. constructor; auto.
      + intros v. rewrite E6. auto.
  Qed.
  Lemma same_slots ps : forall ps' before es, same_params ps ps' = true -> slots ps before es = slots ps' before es.
  Proof.
    induction ps as [|[s q|T] ps IH]; intros [|[s' q'|T'] ps'] before [|e es]; simpl; try discriminate; auto;
      rewrite andb_true_iff; intros [H1 H2].
    - apply sort_eqb_sound in H1. subst. f_equal. auto.
    - apply fty_eqb_sound in H1. subst. f_equal. auto.
  Qed.
  Lemma same_length_params ps : forall ps', same_params ps ps' = true -> length ps = length ps'.
  Proof. induction ps as [|[] ps IH]; intros [|[] ps']; simpl; try discriminate; auto; rewrite andb_true_iff; intros [_ H]; auto. Qed.

  Lemma body_goal T G r vs v f (r' := set_loc (length G) vs r) :
    (forall r0, (forall l, loc r0 l = loc r' l) -> map (ev r0) (own G T) = vs) ->
    forall gs, agree (xctx G gs) (bsorts [] (f_ps T)) (pushes vs r) (pushes vs r') ->
    ty (with_nu (xctx G gs) (f_res T)) (bsorts [] (f_ps T)) f = Some TF ->
    dn (set_nu v (pushes vs r)) f -> dn (set_nu v r') (insts (own G T) f).
  Proof.
    intros EV gs AG Tf H. apply (insts_ok GM); [apply (pvars_steady D defs M r')|]. rewrite EV by reflexivity. rewrite pushes_nu.
    eapply (trans GM); [exact Tf|exact H|]. apply agree_nu; auto.
  Qed.
  Lemma enters_wf G gs T : enters D defs preds G gs T = true ->
    wft (xctx G gs) T = true /\ wfP (tform (xctx G gs)) [] (f_ps T) = true /\
    ty (xctx G gs) (bsorts [] (f_ps T)) (f_req T) = Some TF /\
    ty (with_nu (xctx G gs) (f_res T)) (bsorts [] (f_ps T)) (f_ens T) = Some TF.
  Proof.
    unfold enters. intros H. apply andb_prop in H as [H _]. apply andb_prop in H as [H _]. split; auto.
    unfold Prog.wft in H. rewrite wfT_eq in H. apply andb_prop in H as [H1 H2]. apply andb_prop in H2 as [H2 H3].
    unfold Prog.tform in H2, H3. apply form_spec in H2, H3. auto.
  Qed.
  Lemma erase_arity T U : fty_eqb (erase T) U = true -> length (f_ps U) = length (f_ps T).
  Proof.
    intros H. apply fty_eqb_sound in H. subst U. destruct T as [ps req res ens]. unfold erase. rewrite tmap_eq. simpl.
    generalize 0. induction ps as [|[] ps IH]; simpl; auto.
  Qed.

  Ltac openC I := cbn [Prog.infC] in I; fold infC in I; fold infF in I; cbv zeta in I.
  Ltac openF I := cbn [Prog.infF] in I; fold infC in I; fold infF in I; cbv zeta in I.
  Theorem rules_sound : forall d, okC d /\ okF d.
  Proof.
    assert (CL : forall G gs F d e s phi cs, infC G gs F d e = Some (s, phi, cs) -> ty (with_nu (xctx G gs) s) [] phi = Some TF)
      by (intros; eapply infC_typed; eauto).
    fix IH 1. intros d. split.
    - (* terms *)
      intros G gs F e s phi cs rho r I C Ft v Hv Hd.
      destruct d as [| | |d1 d2|d1 d2| |d1 ds p|i d1|d1 d2|psi d1|tg d1 p|tg d1 p| |T d1|T ms d1|T rk d1|T d1 p|d1|d1 ps];
        try (destruct e; discriminate).
      + (* TConst *) destruct e; try discriminate. openC I.
        destruct (ty (xctx G []) [] e) as [[u|]|] eqn:T; try discriminate. destruct (_ && _); try discriminate.
        apply covers_spec in I. injection I as -> -> ->.
        simpl in Hd. erewrite prog_nu in Hd by eauto. subst v.
        erewrite <- prog_ev; eauto. constructor.
      + (* TVarBase *) destruct e; try discriminate. openC I.
        destruct (ty (xctx G []) [] e) as [[u|]|] eqn:T; try discriminate. destruct (is_local e); try discriminate.
        apply covers_spec in I. injection I as -> -> ->.
        simpl in Hd. erewrite prog_nu in Hd by eauto. subst v.
        erewrite <- prog_ev; eauto. constructor.
      + (* TErr *) destruct e; try discriminate. openC I. apply covers_spec in I. injection I as -> -> ->. destruct Hd.
      + (* TLetE *) destruct e as [| |a b| | | |]; try discriminate. openC I.
        destruct (infC G gs F d1 a) as [[[s1 phi1] c1]|] eqn:I1; try discriminate.
        set (f := at_nu phi1 (ELocal (length G) s1)) in *.
        destruct (isf (xctx (G ++ [CB s1]) gs) f) eqn:If; try discriminate.
        destruct (infC (G ++ [CB s1]) gs (flat f ++ F) d2 b) as [[[s2 psi] c2]|] eqn:I2; try discriminate.
        apply covers_spec in I. injection I as -> -> ->. apply Forall_app in C as [C1 C2]. destruct Hd as (x & Hx & Hd).
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
        econstructor; [exact R1|]. eapply (proj1 (IH d2)); [exact I2|exact C2| | |exact Hpsi]; auto.
        apply fits_facts; auto; [apply flat_isf; auto|apply flat_dn; auto].
      + (* TLetV *) destruct e as [| | |f b| | |]; try discriminate. openC I.
        destruct (infF G gs F d1 f) as [[T c1]|] eqn:I1; try discriminate.
        destruct (wft (xctx G gs) T) eqn:W; try discriminate.
        destruct (infC (G ++ [CF T]) gs F d2 b) as [[[s2 psi] c2]|] eqn:I2; try discriminate.
        apply covers_spec in I. injection I as -> -> ->. apply Forall_app in C as [C1 C2].
        destruct (proj2 (IH d1) _ _ _ _ _ _ _ _ I1 C1 Ft) as (c & Ec & Sc).
        econstructor; [exact Ec|]. eapply (proj1 (IH d2)); [exact I2|exact C2| | |exact Hd]; auto. apply fits_fun; auto.
      + (* TAppOp *) destruct e; try discriminate. openC I.
        destruct (prim_cov D defs preds G p) as [[s1 phi1]|] eqn:I1; try discriminate.
        apply covers_spec in I. injection I as -> -> ->. constructor. eapply prim_ok; eauto.
      + (* TApp *) destruct e as [| | | | |f args|]; try discriminate.
        assert (I' : match infF G gs F d1 f, infFs G gs F ds (funs args) with
          | Some (T, cs), Some (Ts, cs2) =>
              if args_fit D defs preds G (f_ps T) args Ts [] then
                match demand D defs (xctx G gs) F (admissible T (avals args)) p with
                | Some c => covers D defs preds G gs (f_res T) (insts (avals args) (f_ens T)) (cs ++ cs2 ++ c) | None => None end
              else None
          | _, _ => None end = Some (s, phi, cs)) by exact I. clear I.
        destruct (infF G gs F d1 f) as [[T c1]|] eqn:I1; try discriminate.
        destruct (infFs G gs F ds (funs args)) as [[Ts c2]|] eqn:I2; try discriminate.
        destruct (args_fit _ _ _ _ _ _ _ _) eqn:A; try discriminate.
        destruct (demand _ _ _ _ _ _) as [c3|] eqn:De; try discriminate.
        apply covers_spec in I'. injection I' as -> -> ->.
        apply Forall_app in C as [C1 C2]. apply Forall_app in C2 as [C2 C3].
        destruct (proj2 (IH d1) _ _ _ _ _ _ _ _ I1 C1 Ft) as (c & Ec & Sc).
        assert (OKs : Forall okF ds).
        { clear - IH. revert ds. fix IHs 1. intros [|d ds]; constructor; [apply (IH d)|apply IHs]. }
        pose proof (infFs_ok OKs Ft _ I2 C2) as Fs.
        edestruct args_fit_ok as (ss & Ess & Ev & Hs & Hl & St); [exact Ft|exact A|exact Fs|].
        assert (Hg : dn r (admissible T (avals args))) by (eapply demand_ok; eauto; apply Ft).
        unfold admissible in Hg. apply (conjs_ok D defs M r) in Hg. apply Forall_app in Hg as [Hq Hr].
        apply Forall_inv in Hr. apply (insts_ok GM) in Hr; [|apply St]. rewrite <- Ev in Hr.
        assert (Ha : adm (f_ps T) (pushes (map (ev r) []) r) ss).
        { eapply adm_iff with (es := avals args); eauto. apply steady_nil. }
        simpl in Ha.
        econstructor; [exact Ec|exact Ess|]. rewrite sat_def in Sc. apply Sc; auto.
        apply (insts_ok GM) in Hd; [|apply St]. destruct St as [_ NU]. rewrite NU, pushes_nu, <- Ev in Hd. exact Hd.
      + (* TMatch *) destruct e as [| | | | | |e tags bs]; try discriminate. openC I.
        destruct (ty (xctx G []) [] e) as [[u|]|] eqn:T; try discriminate.
        destruct (tget tags i) as [t|]; try discriminate.
        destruct (fields D u t) as [ss|] eqn:Ef; try discriminate.
        destruct (tget bs t) as [b|] eqn:Eb; try discriminate.
        set (f := EBin Eq e (ECtor u t (lvars (length G) ss))) in *.
        destruct (is_value e && isf (xctx (G ++ map CB ss) gs) f) eqn:If; try discriminate. apply andb_prop in If as [_ If].
        destruct (infC (G ++ map CB ss) gs (f :: F) d1 b) as [[[s2 psi] c2]|] eqn:I2; try discriminate.
        apply covers_spec in I. injection I as -> -> ->. apply exs_ok in Hd as (vs & Hvs & Hd). simpl in Hvs.
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
        econstructor; [exact Ee|exact Eb|]. eapply (proj1 (IH d1)); [exact I2|exact C| | |exact Hpsi]; auto.
        apply (fits_facts (fs := [f])); simpl; auto.
        * apply fits_base; auto.
        * rewrite If. auto.
      + (* TMerge *)
        assert (I' : match infC G gs F d1 e, infC G gs F d2 e with
          | Some (s, p, cs), Some (s2, q, cs2) => if sort_eqb s s2 then Some (s, EBin Or p q, cs ++ cs2) else None
          | _, _ => None end = Some (s, phi, cs)) by (destruct e; exact I).
        destruct (infC G gs F d1 e) as [[[s1 p1] c1]|] eqn:I1; try discriminate.
        destruct (infC G gs F d2 e) as [[[s2 p2] c2]|] eqn:I2; try discriminate.
        destruct (sort_eqb s1 s2) eqn:Es; try discriminate. apply sort_eqb_sound in Es. subst s2.
        injection I' as <- <- <-. apply Forall_app in C as [C1 C2]. destruct Hd as [Hd|Hd].
        * eapply (proj1 (IH d1)); eauto.
        * eapply (proj1 (IH d2)); eauto.
      + (* TGuard *)
        assert (I' : (if isf (xctx G gs) psi then match infC G gs (flat psi ++ F) d1 e with
          | Some (s, phi, cs) => covers D defs preds G gs s (EBin And psi phi) cs | None => None end else None) = Some (s, phi, cs))
          by (destruct e; exact I).
        destruct (isf (xctx G gs) psi) eqn:Ip; try discriminate.
        destruct (infC G gs (flat psi ++ F) d1 e) as [[[s1 p1] c1]|] eqn:I1; try discriminate.
        apply covers_spec in I'. injection I' as -> -> ->. destruct Hd as [Hp Hd].
        eapply (proj1 (IH d1)); [exact I1|exact C| | |exact Hd]; auto.
        apply fits_facts; auto; [apply flat_isf; auto|apply flat_dn].
        apply form_spec in Ip. eapply (trans GM); [exact Ip|exact Hp|]. apply agree_sym. apply agree_nu_free. reflexivity.
      + (* TSub *)
        assert (I' : match infC G gs F d1 e with
          | Some (s, phi, cs) => match demand D defs (xctx G gs) F (EQuant All s (close_nu (EBin Imp tg phi))) p with
            | Some c => covers D defs preds G gs s tg (cs ++ c) | None => None end | None => None end = Some (s, phi, cs)) by (destruct e; exact I).
        destruct (infC G gs F d1 e) as [[[s1 p1] c1]|] eqn:I1; try discriminate.
        destruct (demand _ _ _ _ _ _) as [c2|] eqn:P; try discriminate. apply covers_spec in I'. injection I' as -> -> ->.
        apply Forall_app in C as [C1 C2].
        assert (K : dn r (EQuant All s1 (close_nu (EBin Imp tg p1)))) by (eapply demand_ok; eauto; apply Ft).
        specialize (K v Hv). apply (close_nu_ok GM) in K. eapply (proj1 (IH d1)); eauto.
      + (* TEq *)
        assert (I' : match infC G gs F d1 e with
          | Some (s, phi, cs) => match demand D defs (xctx G gs) F (EQuant All s (close_nu (EBin Iff tg phi))) p with
            | Some c => covers D defs preds G gs s tg (cs ++ c) | None => None end | None => None end = Some (s, phi, cs)) by (destruct e; exact I).
        destruct (infC G gs F d1 e) as [[[s1 p1] c1]|] eqn:I1; try discriminate.
        destruct (demand _ _ _ _ _ _) as [c2|] eqn:P; try discriminate. apply covers_spec in I'. injection I' as -> -> ->.
        apply Forall_app in C as [C1 C2].
        assert (K : dn r (EQuant All s1 (close_nu (EBin Iff tg p1)))) by (eapply demand_ok; eauto; apply Ft).
        specialize (K v Hv). apply (close_nu_ok GM) in K. eapply (proj1 (IH d1)); eauto. apply K. auto.
    - (* functions *)
      intros G gs F f T cs rho r I C Ft.
      destruct d as [| | |d1 d2|d1 d2| |d1 ds p|i d1|d1 d2|psi d1|tg d1 p|tg d1 p| |T0 d1|T0 ms d1|T0 rk d1|T0 d1 p|d1|d1 phis];
        try (destruct f; discriminate).
      + (* TVarFun *) destruct f as [l|g ss| |]; try discriminate.
        * openF I. destruct (nth_error G l) as [[|T1|]|] eqn:E; try discriminate. injection I as -> <-.
          destruct (o_fun Ft _ E) as (_ & c & Ec & Sc). exists c. simpl. rewrite Ec. auto.
        * assert (I' : match scheme_of claims TVarFun (FGlobal g ss) with
            | Some (Scheme 0 [] T as C) => match at_preds D defs (xctx G gs) C [] with Some T => Some (T, []) | None => None end
            | _ => None end = Some (T, cs)) by exact I. clear I.
          destruct (scheme_of _ _ _) as [[[] [] T1]|] eqn:E; try discriminate.
          destruct (at_preds _ _ _ _ _) as [T2|] eqn:A; try discriminate. injection I' as -> <-.
          destruct (scheme_of_ok _ _ rho E) as (c & Ec & Sc). exists c. split; auto.
          eapply at_preds_ok; eauto. reflexivity.
      + (* TFun *) destruct f as [| |U b|]; try discriminate. openF I.
        destruct (_ && _) eqn:Q0; try discriminate. apply andb_prop in Q0 as [En Er].
        destruct (infC _ _ _ _ _) as [[[s phi] c1]|] eqn:I1; try discriminate.
        destruct (sort_eqb s (f_res T0) && _) eqn:Q; try discriminate. injection I as <- <-.
        apply andb_prop in Q as [Q1 Q2]. apply sort_eqb_sound in Q1. apply expr_eqb_sound in Q2. subst s phi.
        exists (Clo rho false (length (f_ps U)) b). split; auto. apply sat_def. intros args Ha Hr v Hv He.
        edestruct enter as (Fb & EV & _ & AG); [exact GM|exact Ft|exact En|exact Ha|exact Hr|]. destruct (enters_wf _ _ _ En) as (_ & _ & _ & We).
        constructor; [rewrite (erase_arity _ _ Er); eapply adm_length; eauto|].
        eapply (proj1 (IH d1)); [exact I1|exact C|exact Fb|exact Hv|]. eapply body_goal; eauto.
      + (* TFix *) destruct f as [| | |U b]; try discriminate. openF I.
        set (dc := decrease ms (own G T0)) in *.
        set (T' := FT (f_ps T0) (if expr_eqb (f_req T0) ETrue then dc else EBin And (f_req T0) dc) (f_res T0) (f_ens T0)) in *.
        destruct (_ && _) eqn:Q0; try discriminate. apply andb_prop in Q0 as [Q0 _]. apply andb_prop in Q0 as [Q0 Tm].
        apply andb_prop in Q0 as [Q0 W']. apply andb_prop in Q0 as [En Er].
        destruct (infC _ _ _ _ _) as [[[s phi] c1]|] eqn:I1; try discriminate.
        destruct (sort_eqb s (f_res T0) && _) eqn:Q; try discriminate. injection I as <- <-.
        apply andb_prop in Q as [Q1 Q2]. apply sort_eqb_sound in Q1. apply expr_eqb_sound in Q2. subst s phi.
        destruct (enters_wf _ _ _ En) as (_ & Wp & Wr & We).
        set (c := Clo rho true (length (f_ps U)) b). exists c. split; auto. apply sat_def. intros args.
        induction (lexm_wf (map (fun m args => zof (ev (pushes (map sval args) r) m)) ms) args) as [args _ IHvs].
        intros Ha Hr v Hv He.
        edestruct enter as (Fb & EV & _ & AG); [exact GM|exact Ft|exact En|exact Ha|exact Hr|]. set (vs := map sval args) in *.
        set (r' := set_loc (length G) vs r) in *.
        constructor; [rewrite (erase_arity _ _ Er); eapply adm_length; eauto|].
        rewrite app_assoc. refine (proj1 (IH d1) _ _ _ _ _ _ _ _ r' I1 C _ v Hv _).
        * eapply fits_fun; [exact Fb|exact W'|]. apply sat_def. intros brgs Ha' Hr' w Hw He'. simpl in Ha', Hr', Hw, He'.
          set (ws := map sval brgs) in *.
          assert (AG0 : agree (xctx G gs) [] r r') by apply loc_agree.
          edestruct adm_agree as [Ha2 AG2]; [exact GM|exact Wp|exact AG0|exact Ha'|]. fold ws in AG2.
          assert (Hr2 : dn (pushes ws r') (f_req T0) /\ dn (pushes ws r') dc).
          { destruct (expr_eqb (f_req T0) ETrue) eqn:X.
            - apply expr_eqb_sound in X. rewrite X. split; [exact Logic.I|auto].
            - exact Hr'. }
          destruct Hr2 as [Hr2 Hdc]. apply IHvs; auto.
          -- apply decrease_ok in Hdc. refine (lexm_map _ Hdc).
             assert (Hlen : length args = length (f_ps T0)) by (eapply adm_length; eauto).
             rewrite forallb_forall in Tm. clear - Tm GM EV AG AG2 Hlen.
             induction ms as [|m ms IHm]; simpl; constructor.
             ++ assert (T : ty (xctx G gs) (bsorts [] (f_ps T0)) m = Some (TS SInt)) by (apply has_spec, Tm; simpl; auto). split; f_equal.
                ** erewrite ev_insts by (eauto; apply (pvars_steady D defs M r')).
                   rewrite EV by (intros; destruct (pushes_fields ws r') as (-> & _); auto).
                   eapply ev_agree; [|exact T]. apply agree_sym. eapply agree_trans; [exact AG|].
                   apply agree_over. unfold vs. rewrite map_length, bsorts_length. simpl. lia.
                ** eapply ev_agree; [|exact T]. apply agree_sym. exact AG2.
             ++ apply IHm. intros; apply Tm; simpl; auto.
          -- eapply (trans GM); [exact Wr|exact Hr2|]. apply agree_sym; auto.
          -- eapply (trans GM); [exact We|exact He'|]. apply agree_nu, agree_sym; auto.
        * eapply body_goal; eauto.
      + (* TFixRank *) destruct f as [| | |U b]; try discriminate. openF I.
        set (k := EGhost (length gs) SInt) in *.
        set (T' := FT (f_ps T0) (f_req T0) (f_res T0) (EBin And (f_ens T0) (EBin And (EBin Le (EInt 0) rk) (EBin Lt rk k)))) in *.
        destruct (_ && _) eqn:Q0; try discriminate. apply andb_prop in Q0 as [Q0 Tm].
        apply andb_prop in Q0 as [Q0 W']. apply andb_prop in Q0 as [En Er]. apply has_spec in Tm.
        destruct (infC _ _ _ _ _) as [[[s phi] c1]|] eqn:I1; try discriminate.
        destruct (sort_eqb s (f_res T0) && _) eqn:Q; try discriminate. injection I as <- <-.
        apply andb_prop in Q as [Q1 Q2]. apply sort_eqb_sound in Q1. apply expr_eqb_sound in Q2. subst s phi.
        destruct (enters_wf _ _ _ En) as (_ & Wp & Wr & We).
        set (c := Clo rho true (length (f_ps U)) b). exists c. split; auto.
        assert (K : forall n args v, Z.to_nat (zof (ev (set_nu v (pushes (map sval args) r)) rk)) < n -> adm (f_ps T0) r args ->
          dn (pushes (map sval args) r) (f_req T0) -> hs (sv r) v (f_res T0) -> dn (set_nu v (pushes (map sval args) r)) (f_ens T0) ->
          (0 <= zof (ev (set_nu v (pushes (map sval args) r)) rk))%Z -> call c args v).
        2: { apply sat_def. intros args Ha Hr v Hv [He Hk]. simpl in *. eapply K; eauto. }
        induction n as [|n IHn]; [lia|]. intros args v Hn Ha Hr Hv He Hk.
        edestruct enter as (Fb & EV & _ & AG); [exact GM|exact Ft|exact En|exact Ha|exact Hr|]. set (vs := map sval args) in *.
        set (r' := set_loc (length G) vs r) in *. set (z := zof (ev (set_nu v (pushes vs r)) rk)) in *.
        set (r2 := set_gho (length gs) [VInt z] r').
        assert (F2 : fits (bound_ctx G T0) (gs ++ [SInt]) (flat_map flat (bound_facts G T0) ++ F) (rho ++ args) r2)
          by (apply fits_gho; simpl; auto).
        assert (A2 : agree (xctx G gs) [] r r2).
        { eapply agree_trans; [apply loc_agree|]. apply (ghost_agree (xctx G gs)). }
        assert (Ek : ev r2 k = VInt z).
        { unfold r2, k, set_gho. cbn [Expr.ev gho]. rewrite Nat.ltb_irrefl, Nat.sub_diag. auto. }
        constructor; [rewrite (erase_arity _ _ Er); eapply adm_length; eauto|].
        rewrite app_assoc. refine (proj1 (IH d1) _ _ _ _ _ _ _ _ r2 I1 C _ v Hv _).
        * eapply (fits_facts (fs := [EBin Le (EInt 0) k])).
          -- eapply fits_fun; [exact F2|exact W'|]. apply sat_def. intros brgs Ha' Hr' w Hw [He' [Hk1 Hk2]]. cbn [f_ps f_req f_res f_ens T'] in *.
             set (ws := map sval brgs) in *.
             edestruct adm_agree as [Ha3 AG3]; [exact GM|exact Wp|exact A2|exact Ha'|]. fold ws in AG3.
             assert (E2 : ev (set_nu w (pushes ws r)) rk = ev (set_nu w (pushes ws r2)) rk).
             { eapply ev_agree; [|exact Tm]. apply agree_nu. exact AG3. }
             assert (Ek2 : ev (set_nu w (pushes ws r2)) k = VInt z).
             { rewrite <- Ek. unfold k. cbn [Expr.ev gho set_nu]. destruct (pushes_fields ws r2) as (_ & -> & _). auto. }
             cbn [Expr.dn] in Hk1, Hk2. rewrite Ek2 in Hk2. cbn [zof Expr.ev] in Hk1, Hk2.
             apply IHn; auto; fold ws; rewrite ?E2; auto.
             ++ apply Nat.lt_le_trans with (m := Z.to_nat z); [apply Z2Nat.inj_lt; lia|lia].
             ++ eapply (trans GM); [exact Wr|exact Hr'|]. apply agree_sym; auto.
             ++ eapply (trans GM); [exact We|exact He'|]. apply agree_nu, agree_sym; auto.
          -- simpl. rewrite andb_true_r. unfold Evid.isf. simpl. rewrite nth_error_app2, Nat.sub_diag by auto. reflexivity.
          -- constructor; auto. cbn [Expr.dn]. rewrite Ek. exact Hk.
        * apply (insts_ok GM); [apply (pvars_steady D defs M r')|]. rewrite EV by reflexivity. rewrite pushes_nu.
          assert (Ha0 : adm (f_ps T0) r2 args /\ agree (xctx G gs) (bsorts [] (f_ps T0)) (pushes vs r2) (pushes vs r)).
          { eapply adm_agree; [exact GM|exact Wp|apply agree_sym; exact A2|exact Ha]. }
          destruct Ha0 as [_ AG3]. apply agree_sym in AG3. split.
          -- eapply (trans GM); [exact We|exact He|]. apply agree_nu; auto.
          -- assert (E2 : ev (set_nu v (pushes vs r)) rk = ev (set_nu v (pushes vs r2)) rk).
             { eapply ev_agree; [|exact Tm]. apply agree_nu. exact AG3. }
             assert (Ek2 : ev (set_nu v (pushes vs r2)) k = VInt z).
             { rewrite <- Ek. unfold k. cbn [Expr.ev gho set_nu]. destruct (pushes_fields vs r2) as (_ & -> & _). auto. }
             change (ev (set_nu v (pushes vs r2)) rk = ev (set_nu v (pushes vs r2)) k). rewrite Ek2, <- E2.
             assert (Eo : env_ok (with_nu (xctx G gs) (f_res T0)) (bsorts [] (f_ps T0)) (set_nu v (pushes vs r))) by (eapply pushes_ok; eauto; apply Ft).
             pose proof (term_sorted GM _ Eo Tm) as Hi. apply hs_int in Hi as [y Hy]. unfold z. rewrite Hy. reflexivity.
      + (* SubArr *)
        assert (I' : match infF G gs F d1 f with
          | Some (T1, cs) =>
            if enters D defs preds G gs T0 && wft (xctx G gs) T1 && same_params (f_ps T0) (f_ps T1) && sort_eqb (f_res T0) (f_res T1) then
              match demand D defs (xctx (bound_ctx G T0) gs) (flat_map flat (bound_facts G T0) ++ F)
                   (EBin And (admissible T1 (own G T0))
                       (EQuant All (f_res T0) (close_nu (insts (own G T0) (EBin Imp (f_ens T0) (f_ens T1)))))) p
              with Some c => Some (T0, cs ++ c) | None => None end
            else None | None => None end = Some (T, cs)) by (destruct f; exact I).
        destruct (infF G gs F d1 f) as [[T1 c1]|] eqn:I1; try discriminate.
        destruct (_ && _) eqn:Q0; try discriminate. destruct (demand _ _ _ _ _ _) as [c2|] eqn:P; try discriminate.
        injection I' as <- <-. apply Forall_app in C as [C1 C2].
        apply andb_prop in Q0 as [Q0 Es]. apply andb_prop in Q0 as [Q0 Ep]. apply andb_prop in Q0 as [En W1].
        apply sort_eqb_sound in Es.
        destruct (proj2 (IH d1) _ _ _ _ _ _ _ _ I1 C1 Ft) as (c & Ec & Sc). exists c. split; auto.
        apply sat_def. intros args Ha Hr v Hv He.
        edestruct enter as (Fb & EV & SL & AG); [exact GM|exact Ft|exact En|exact Ha|exact Hr|]. destruct (enters_wf _ _ _ En) as (_ & Wp & Wr & We).
        set (vs := map sval args) in *. set (r' := set_loc (length G) vs r) in *.
        unfold Prog.wft in W1. rewrite wfT_eq in W1. apply andb_prop in W1 as [Wp1 W1]. apply andb_prop in W1 as [Wr1 We1].
        unfold Prog.tform in Wr1, We1. apply form_spec in Wr1, We1.
        assert (P' := P). eapply demand_ok with (r := r') in P'; [|exact C2|apply Fb|apply Fb|apply Fb].
        destruct P' as [K1 K2].
        unfold admissible in K1. apply (conjs_ok D defs M r') in K1. apply Forall_app in K1 as [Kq Kr].
        apply Forall_inv in Kr. apply (insts_ok GM) in Kr; [|apply (pvars_steady D defs M r')]. rewrite EV in Kr by reflexivity.
        assert (Ha1 : adm (f_ps T1) (pushes (map (ev r') []) r') args).
        { apply adm_iff with (es := own G T0); auto using steady_nil.
          - apply pvars_steady.
          - unfold own. rewrite pvars_length. eapply same_length_params; eauto.
          - symmetry. apply EV. auto.
          - split; auto. rewrite <- (same_slots _ _ _ _ Ep). auto. }
        simpl in Ha1.
        assert (A1 : agree (xctx G gs) [] r r') by apply loc_agree.
        edestruct adm_agree as [Ha2 AG2]; [exact GM|exact Wp1|exact A1|exact Ha1|]. fold vs in AG2.
        rewrite sat_def in Sc. apply Sc; auto; fold vs.
        * eapply (trans GM); [exact Wr1|exact Kr|]. apply agree_sym; auto.
        * rewrite <- Es. auto.
        * specialize (K2 v Hv). apply (close_nu_ok GM) in K2. apply (insts_ok GM) in K2; [|apply (pvars_steady D defs M r')].
          rewrite EV in K2 by reflexivity. rewrite pushes_nu in K2.
          rewrite <- Es in We1. eapply (trans GM); [exact We1| |apply agree_nu, agree_sym; exact AG2].
          apply K2. eapply (trans GM); [exact We|exact He|]. apply agree_nu; auto.
      + (* TPolyType *)
        assert (I' : match scheme_of claims (TPolyType d1) f with
          | Some (Scheme 0 [] T as C) => match at_preds D defs (xctx G gs) C [] with Some T => Some (T, []) | None => None end
          | _ => None end = Some (T, cs)) by (destruct f; exact I). clear I.
        destruct (scheme_of _ _ _) as [[[] [] T1]|] eqn:E; try discriminate.
        destruct (at_preds _ _ _ _ _) as [T2|] eqn:A; try discriminate. injection I' as -> <-.
        destruct (scheme_of_ok _ _ rho E) as (c & Ec & Sc). exists c. split; auto.
        eapply at_preds_ok; eauto. reflexivity.
      + (* TPolyPred *)
        assert (I' : match scheme_of claims d1 f with
          | Some C => match phis with [] => None | _ => match at_preds D defs (xctx G gs) C phis with Some T => Some (T, []) | None => None end end
          | None => None end = Some (T, cs)) by (destruct f; exact I). clear I.
        destruct (scheme_of _ _ _) as [C0|] eqn:E; try discriminate.
        assert (A : at_preds D defs (xctx G gs) C0 phis = Some T).
        { destruct phis; try discriminate. destruct (at_preds _ _ _ _ _); try discriminate. injection I' as -> _. auto. }
        destruct (scheme_of_ok _ _ rho E) as (c & Ec & Sc). exists c. split; auto.
        eapply at_preds_ok; eauto. reflexivity.
    Unshelve. all: assumption.
  Qed.
End Sound.
