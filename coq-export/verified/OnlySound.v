(** * Accepted derivations of the other kind are sound: what is returned is allowed

    By induction on the derivation, for runs up to each depth. *)
From Verified Require Export OnlyFits.
Set Implicit Arguments.

Section Sound.
  Variables (D : datatypes) (defs : list def) (M : model) (preds : list (list sort)).
  Variables (claims only_claims : nat -> option scheme) (gl : nat -> option clo) (ext : nat -> list slot -> value -> Prop).
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
  Notation stays := (stays D kd M gl ext).
  Notation sorted_args := (sorted_args D M).
  Notation adm := (adm D kd M gl ext).
  Notation xctx := (xctx preds).
  Notation runs := (runs kd M gl ext).
  Notation enters_by := (enters_by ext).
  Notation tform := (tform D defs).
  Notation wft := (wft D defs).
  Notation infFs := (infFs D defs preds claims).
  Notation onlyC := (onlyC D defs preds claims only_claims).
  Notation onlyF := (onlyF D defs preds claims only_claims).
  Notation fits := (fits D defs M preds gl ext).
  Notation cond_true := (cond_true D defs M).
  Hypothesis Hbool : ctors D 0 = [[]; []].
  Hypothesis Hclaims : forall g C, claims g = Some C -> exists c, gl g = Some c /\ forall r, sat (sc_type C) r c.
  Hypothesis Honly : forall g C, only_claims g = Some C -> exists c, gl g = Some c /\ forall r, stays (sc_type C) r c.
  Notation weak := (weak D defs M preds gl ext).
  Notation strong := (strong D defs M preds gl ext).
  Notation sorts_to := (sorts_to D defs M gl ext).
  Notation stays_to := (stays_to D defs M gl ext).

  (** ** The rules *)
  Ltac openC I := cbn [Only.onlyC] in I; fold onlyC in I; fold onlyF in I; cbv zeta in I.
  Ltac openF I := cbn [Only.onlyF] in I; fold onlyC in I; fold onlyF in I; cbv zeta in I.
  Definition branch_of G gs F e (tags : trie nat) (u : sort) (i : nat) (d : oder) (bs : trie core) :=
    match tget tags i with
    | Some t =>
        match fields D u t, tget bs t with
        | Some ss, Some b =>
            let f := EBin Eq e (ECtor u t (lvars (length G) ss)) in
            if isf (xctx (G ++ map CB ss) gs) f then
              match onlyC (G ++ map CB ss) gs (f :: F) d b with
              | Some (s, psi, cs) =>
                  match covers D defs preds G gs s (exs ss (close_loc (length G) (length ss) (EBin And f psi))) cs with
                  | Some (s, phi, cs) => Some (s, phi, cs, tdrop t bs) | None => None end
              | None => None end
            else None
        | _, _ => None end
    | None => None end.
  Lemma branch_drops G gs F e tags u i d bs s phi cs bs' : branch_of G gs F e tags u i d bs = Some (s, phi, cs, bs') ->
    exists t, tget tags i = Some t /\ bs' = tdrop t bs.
  Proof.
    unfold branch_of. destruct (tget tags i) as [t|]; try discriminate. intros H. exists t. split; auto. cbv zeta in H.
    repeat match type of H with match ?x with _ => _ end = _ => destruct x; try discriminate end. congruence.
  Qed.
  Lemma onlyC_typed d : forall G gs F e s phi cs, onlyC G gs F d e = Some (s, phi, cs) -> ty (with_nu (xctx G gs) s) [] phi = Some TF.
  Proof.
    intros G gs F e s phi cs H. destruct d; destruct e; openC H; try discriminate;
      repeat match type of H with
      | covers _ _ _ _ _ _ _ _ = Some _ => fail 1
      | match ?x with _ => _ end = Some _ => destruct x eqn:?; try discriminate
      end; try (eapply covers_typed; eassumption).
    eapply branches_typed; [|exact H|discriminate].
    intros i d bs0 s1 phi1 cs1 bs' O. cbv beta zeta in O.
    repeat match type of O with
      | match covers ?D ?d ?p ?G ?g ?s ?f ?c with _ => _ end = _ =>
          let E := fresh in destruct (covers D d p G g s f c) as [[[]]|] eqn:E; try discriminate; apply covers_typed in E
      | match ?x with _ => _ end = Some _ => destruct x eqn:?; try discriminate
      end. congruence.
  Qed.

  Definition okO (d : oder) := forall G gs F e s phi cs n rho r v, onlyC G gs F d e = Some (s, phi, cs) -> weak n G gs rho r ->
    runs n rho e v -> hs (sv r) v s /\ (Forall cond_true cs -> strong n G gs F rho r -> dn (set_nu v r) phi).
  Definition okOF (d : oder) := forall G gs F f T cs n rho r c, onlyF G gs F d f = Some (T, cs) -> weak n G gs rho r ->
    close_fn gl rho f = Some c -> sorts_to n T (sv r) c /\ (Forall cond_true cs -> strong n G gs F rho r -> stays_to n T r c).
  Lemma body_back T G r vs v f (r' := set_loc (length G) vs r) :
    (forall r0, (forall l, loc r0 l = loc r' l) -> map (ev r0) (own G T) = vs) ->
    forall gs, agree (xctx G gs) (bsorts [] (f_ps T)) (pushes vs r) (pushes vs r') ->
    ty (with_nu (xctx G gs) (f_res T)) (bsorts [] (f_ps T)) f = Some TF ->
    dn (set_nu v r') (insts (own G T) f) -> dn (set_nu v (pushes vs r)) f.
  Proof.
    intros EV gs AG Tf H. apply (insts_ok GM) in H; [|apply (pvars_steady D defs M r')]. rewrite EV in H by reflexivity. rewrite pushes_nu in H.
    eapply (trans GM); [exact Tf|exact H|]. apply agree_nu, agree_sym; auto.
  Qed.
  Lemma same_sorted S ps : forall ps' args, same_params ps ps' = true -> sorted_args ps S args -> sorted_args ps' S args.
  Proof.
    induction ps as [|[s q|T] ps IH]; intros [|[s' q'|T'] ps'] [|[v|c] args]; simpl; try discriminate; try tauto;
      rewrite andb_true_iff; intros [H1 H2]; try (apply sort_eqb_sound in H1; subst); intuition eauto.
  Qed.

  Theorem only_sound : forall d, okO d /\ okOF d.
  Proof.
    fix IH 1. intros d. split.
    - (* terms *)
      intros G gs F e s phi cs n rho r v I W R. destruct n as [|n]; [destruct R|].
      assert (W' : weak n G gs rho r) by (eapply weak_less; [|exact W]; lia).
      assert (LE : forall F', strong (S n) G gs F' rho r -> strong n G gs F' rho r) by (intros F'; apply strong_less; lia).
      destruct d as [| | |d1 d2|d1 d2|ns|psi d1|tg d1 p|d1 ds p| |T d1|T d1|T d1 p|d1|d1 phis]; try (destruct e; discriminate).
      + (* ORet *) destruct e; try discriminate. openC I.
        destruct (ty (xctx G []) [] e) as [[u|]|] eqn:T; try discriminate. destruct (is_value e); try discriminate.
        apply covers_spec in I. injection I as -> -> ->. change (v = ev (renv rho) e) in R. subst v. rewrite (weak_ev _ W T).
        split; [eapply weak_sorted; eauto|]. intros _ _. simpl. erewrite prog_nu by eauto. reflexivity.
      + (* OErr *) destruct e; try discriminate. destruct R.
      + (* OAppOp *) destruct e; try discriminate. openC I.
        destruct (prim_cov D defs preds G p) as [[s1 phi1]|] eqn:I1; try discriminate.
        apply covers_spec in I. injection I as -> -> ->. edestruct prim_stays as [P1 P2]; [exact GM|exact Hbool|exact W|exact I1|exact R|]. auto.
      + (* OLetE *) destruct e as [| |a b| | | |]; try discriminate. openC I.
        destruct (onlyC G gs F d1 a) as [[[s1 phi1] c1]|] eqn:I1; try discriminate.
        set (f := at_nu phi1 (ELocal (length G) s1)) in *.
        destruct (isf (xctx (G ++ [CB s1]) gs) f) eqn:If; try discriminate.
        destruct (onlyC (G ++ [CB s1]) gs (flat f ++ F) d2 b) as [[[s2 psi] c2]|] eqn:I2; try discriminate.
        apply covers_spec in I. injection I as -> -> ->. destruct R as (x & R1 & R2).
        destruct (proj1 (IH d1) _ _ _ _ _ _ _ _ _ _ _ I1 W' R1) as [Hx Hphi].
        set (r' := set_loc (length G) [x] r).
        assert (Wb : weak n (G ++ map CB [s1]) gs (rho ++ map SV [x]) r') by (apply weak_base; simpl; auto).
        destruct (proj1 (IH d2) _ _ _ _ _ _ _ _ _ _ _ I2 Wb R2) as [Hv Hpsi]. split; auto.
        intros C St. apply Forall_app in C as [C1 C2].
        assert (Hf : dn r' f).
        { apply (at_nu_ok GM); [simpl; auto|].
          assert (E : ev r' (ELocal (length G) s1) = x).
          { unfold r', set_loc. cbn [Expr.ev loc length].
            rewrite (proj2 (Nat.leb_le _ _)), (proj2 (Nat.ltb_lt _ _)), Nat.sub_diag by lia. auto. }
          rewrite E. eapply (trans GM); [eapply onlyC_typed; eauto|exact (Hphi C1 (LE _ St))|]. apply agree_nu. apply loc_agree. }
        assert (Sb : strong n (G ++ map CB [s1]) gs (flat f ++ F) (rho ++ map SV [x]) r').
        { apply strong_facts; [|apply flat_isf; auto|apply flat_dn; auto].
          eapply strong_app; eauto using base_no_only. apply fits_base; simpl; auto. apply St. }
        exists x. split; auto. apply (close_loc_ok GM (length G) [x] (EBin And f psi) (set_nu v r)). split.
        * change (dn (set_nu v r') f). apply form_spec in If. eapply (trans GM); [exact If|exact Hf|]. apply agree_nu_free. reflexivity.
        * exact (Hpsi C2 Sb).
      + (* OLetV *) destruct e as [| | |f b| | |]; try discriminate. openC I.
        destruct (onlyF G gs F d1 f) as [[T c1]|] eqn:I1; try discriminate.
        destruct (wft (xctx G gs) T) eqn:Wf; try discriminate.
        destruct (onlyC (G ++ [CO T]) gs F d2 b) as [[[s2 psi] c2]|] eqn:I2; try discriminate.
        apply covers_spec in I. injection I as -> -> ->. destruct R as (c & Ec & R).
        destruct (proj2 (IH d1) _ _ _ _ _ _ _ _ _ _ I1 W' Ec) as [S1 S2].
        destruct (proj1 (IH d2) _ _ _ _ _ _ _ _ _ _ _ I2 (weak_only W' S1) R) as [Hv Hpsi]. split; auto.
        intros C St. apply Forall_app in C as [C1 C2]. apply Hpsi; auto. apply strong_only; auto.
      + (* OMatch *) destruct e as [| | | | | |e tags bs]; try discriminate. openC I.
        destruct (ty (xctx G []) [] e) as [[u|]|] eqn:T; try discriminate. destruct (is_value e); try discriminate.
        change (branches (branch_of G gs F e tags u) ns 0 bs None = Some (s, phi, cs)) in I.
        destruct R as (t & vs & b & Ee & Eb & R).
        assert (OKs : Forall okO ns).
        { clear - IH. revert ns. fix IHs 1. intros [|d ns]; constructor; [apply (IH d)|apply IHs]. }
        destruct (@branches_ok D defs M (branch_of G gs F e tags u) tags (@branch_drops G gs F e tags u) ns _ _ _ _ _ _ I) as [_ K].
        destruct (K _ _ Eb) as (j & d & bsj & phij & csj & bsj' & Hin & O & Et & Ebj & Hcs & Himp). clear K I.
        rewrite Forall_forall in OKs. specialize (OKs d Hin).
        unfold branch_of in O. rewrite Et, Ebj in O. destruct (fields D u t) as [ss|] eqn:Ef; try discriminate. cbv zeta in O.
        set (f := EBin Eq e (ECtor u t (lvars (length G) ss))) in *.
        destruct (isf (xctx (G ++ map CB ss) gs) f) eqn:If; try discriminate.
        destruct (onlyC (G ++ map CB ss) gs (f :: F) d b) as [[[s2 psi] c2]|] eqn:I2; try discriminate.
        destruct (covers _ _ _ _ _ _ _ _) as [[[s3 p3] c3]|] eqn:Cv; try discriminate. injection O as -> -> -> _.
        apply covers_spec in Cv. injection Cv as -> -> ->.
        pose proof (weak_sorted GM _ W T) as He. rewrite (weak_ev _ W T) in Ee. rewrite Ee in He. apply hs_con in He.
        assert (Hvs : hsl (sv r) vs ss) by (destruct u; try discriminate; rewrite Ef in He; exact He).
        pose proof (hsl_length _ _ _ _ _ Hvs) as HL. set (r' := set_loc (length G) vs r).
        assert (Wb : weak n (G ++ map CB ss) gs (rho ++ map SV vs) r') by (apply weak_base; auto).
        destruct (OKs _ _ _ _ _ _ _ _ _ _ _ I2 Wb R) as [Hv Hpsi]. split; auto. intros C St. apply Himp.
        apply exs_ok. exists vs. split; auto. rewrite <- HL. apply (close_loc_ok GM (length G) vs (EBin And f psi) (set_nu v r)).
        assert (EL : map (ev r') (lvars (length G) ss) = vs).
        { pose proof (lvars_ev M vs r ss (length G) [] HL) as Q. simpl in Q. rewrite Nat.add_0_r in Q. exact Q. }
        assert (Hf : dn r' f).
        { simpl. rewrite EL, <- Ee. symmetry. eapply ev_agree; [|eapply prog_ty; eauto]. apply loc_agree. }
        split.
        * change (dn (set_nu v r') f). apply form_spec in If. eapply (trans GM); [exact If|exact Hf|]. apply agree_nu_free. reflexivity.
        * apply Hpsi.
          -- rewrite Forall_forall in *. auto.
          -- apply (strong_facts (fs := [f])); simpl; auto; [|rewrite If; auto].
             eapply strong_app; eauto using base_no_only. apply fits_base; auto. apply St.
      + (* OGuard *)
        assert (I' : (if isf (xctx G gs) psi then match onlyC G gs (flat psi ++ F) d1 e with
          | Some (s, phi, cs) => covers D defs preds G gs s (EBin Imp psi phi) cs | None => None end else None) = Some (s, phi, cs))
          by (destruct e; exact I).
        destruct (isf (xctx G gs) psi) eqn:Ip; try discriminate.
        destruct (onlyC G gs (flat psi ++ F) d1 e) as [[[s1 p1] c1]|] eqn:I1; try discriminate.
        apply covers_spec in I'. injection I' as -> -> ->.
        destruct (proj1 (IH d1) _ _ _ _ _ _ _ _ _ _ _ I1 W R) as [Hv Hphi]. split; auto. intros C St Hpsi. apply Hphi; auto.
        assert (Hp : dn r psi).
        { apply form_spec in Ip. eapply (trans GM); [exact Ip|exact Hpsi|]. apply agree_sym, agree_nu_free. reflexivity. }
        apply strong_facts; [auto|apply flat_isf; auto|apply flat_dn; auto].
      + (* OSub *)
        assert (I' : match onlyC G gs F d1 e with
          | Some (s, phi, cs) => match demand D defs (xctx G gs) F (EQuant All s (close_nu (EBin Imp phi tg))) p with
            | Some c => covers D defs preds G gs s tg (cs ++ c) | None => None end | None => None end = Some (s, phi, cs)) by (destruct e; exact I).
        destruct (onlyC G gs F d1 e) as [[[s1 p1] c1]|] eqn:I1; try discriminate.
        destruct (demand _ _ _ _ _ _) as [c2|] eqn:P; try discriminate. apply covers_spec in I'. injection I' as -> -> ->.
        destruct (proj1 (IH d1) _ _ _ _ _ _ _ _ _ _ _ I1 W R) as [Hv Hphi]. split; auto. intros C St. apply Forall_app in C as [C1 C2].
        assert (K : dn r (EQuant All s1 (close_nu (EBin Imp p1 tg)))) by (eapply demand_ok; eauto; apply St).
        specialize (K v Hv). apply (close_nu_ok GM) in K. apply K. apply Hphi; auto.
      + (* OApp *) destruct e as [| | | | |f args|]; try discriminate. openC I.
        destruct (onlyF G gs F d1 f) as [[T c1]|] eqn:I1; try discriminate.
        destruct (infFs G gs F ds (funs args)) as [[Ts c2]|] eqn:I2; try discriminate.
        destruct (args_fit _ _ _ _ _ _ _ _) eqn:A; try discriminate.
        destruct (demand _ _ _ _ _ _) as [c3|] eqn:De; try discriminate.
        apply covers_spec in I. injection I as -> -> ->. destruct R as (c & ss & Ec & Ess & R).
        destruct (proj2 (IH d1) _ _ _ _ _ _ _ _ _ _ I1 W Ec) as [S1 S2]. split.
        * apply (S1 n ss v); auto. eapply args_sorted; eauto.
        * intros C St. apply Forall_app in C as [C1 C2]. apply Forall_app in C2 as [C2 C3]. pose proof (t_fits St) as Ft.
          assert (OKs : Forall (okF D defs M preds claims gl ext) ds).
          { apply Forall_forall. intros d0 _. exact (proj2 (@rules_sound D defs M preds claims gl ext GM Hbool Hclaims d0)). }
          pose proof (infFs_ok OKs Ft _ I2 C2) as Fs.
          edestruct args_fit_ok as (ss' & Ess' & Ev & Hs & Hl & Sd); [exact GM|exact Ft|exact A|exact Fs|].
          rewrite Ess in Ess'. injection Ess' as <-.
          assert (Hg : dn r (admissible T (avals args))) by (eapply demand_ok; eauto; apply Ft).
          unfold admissible in Hg. apply (conjs_ok D defs M r) in Hg. apply Forall_app in Hg as [Hq Hr].
          apply Forall_inv in Hr. apply (insts_ok GM) in Hr; [|apply Sd]. rewrite <- Ev in Hr.
          assert (Ha : adm (f_ps T) (pushes (map (ev r) []) r) ss).
          { eapply adm_iff with (es := avals args); eauto. apply steady_nil. }
          simpl in Ha. apply (insts_ok GM); [apply Sd|]. destruct Sd as [_ NU]. rewrite NU, pushes_nu, <- Ev.
          apply (S2 C1 St n ss v); auto.
    - (* functions *)
      intros G gs F f T cs n rho r c I W Ec.
      destruct d as [| | |d1 d2|d1 d2|ns|psi d1|tg d1 p|d1 ds p| |T0 d1|T0 d1|T0 d1 p|d1|d1 phis]; try (destruct f; discriminate).
      + (* OVarFun *) destruct f as [l|g ss| |]; try discriminate.
        * openF I. destruct (nth_error G l) as [[| |T1]|] eqn:E; try discriminate. injection I as -> <-. split.
          -- destruct (w_fun W _ E) as (k & Ek & S). simpl in Ec. rewrite Ek in Ec. injection Ec as ->. auto.
          -- intros _ St. destruct (t_fun St _ E) as (_ & k & Ek & S). simpl in Ec. rewrite Ek in Ec. injection Ec as ->. auto.
        * assert (I' : match only_scheme only_claims OVarFun (FGlobal g ss) with
            | Some (Scheme 0 [] T as C) => match at_preds D defs (xctx G gs) C [] with Some T => Some (T, []) | None => None end
            | _ => None end = Some (T, cs)) by exact I. clear I.
          destruct (only_scheme _ _ _) as [[[] [] T1]|] eqn:E; try discriminate.
          destruct (at_preds _ _ _ _ _) as [T2|] eqn:A; try discriminate. injection I' as -> <-.
          assert (S' : forall r, stays T r c) by (eapply stays_preds; [exact GM| |exact A|intros r0; eapply only_scheme_ok; eauto]; reflexivity).
          split; [apply stays_sorts; auto|intros _ _; apply stays_all; auto].
      + (* OFun *) destruct f as [| |U b|]; try discriminate. openF I.
        destruct (_ && _) eqn:Q0; try discriminate. apply andb_prop in Q0 as [En Er].
        destruct (onlyC _ _ _ _ _) as [[[s phi] c1]|] eqn:I1; try discriminate.
        destruct (sort_eqb s (f_res T0) && _) eqn:Q; try discriminate. injection I as <- <-.
        apply andb_prop in Q as [Q1 Q2]. apply sort_eqb_sound in Q1. apply expr_eqb_sound in Q2. subst s phi.
        simpl in Ec. injection Ec as <-.
        assert (B : forall m args v, m < n -> sorted_args (f_ps T0) (sv r) args -> runs m (rho ++ args) b v ->
          hs (sv r) v (f_res T0) /\ (Forall cond_true c1 ->
            strong m (bound_ctx G T0) gs (flat_map flat (bound_facts G T0) ++ F) (rho ++ args) (set_loc (length G) (map sval args) r) ->
            dn (set_nu v (set_loc (length G) (map sval args) r)) (insts (own G T0) (f_ens T0)))).
        { intros m args v Hm Ha R. assert (Wm : weak m G gs rho r) by (eapply weak_less; [|exact W]; lia).
          refine (proj1 (IH d1) _ _ _ _ _ _ _ _ _ (set_loc (length G) (map sval args) r) _ I1 _ R). apply weak_enter; auto. }
        split.
        * intros m args v Hm Ha [_ R]. apply (B m args v); auto.
        * intros C St m args v Hm Ha Hr [_ R]. destruct (B m args v Hm (adm_sorted _ _ _ _ _ _ _ _ Ha) R) as [_ K].
          edestruct enter as (Fb & EV & _ & AG); [exact GM|exact (t_fits St)|exact En|exact Ha|exact Hr|].
          destruct (enters_wf _ _ _ _ _ _ En) as (_ & _ & _ & We). eapply body_back; eauto. apply K; auto.
          eapply strong_app; eauto using slots_no_only. eapply strong_less; [|exact St]. lia.
      + (* OFix *) destruct f as [| | |U b]; try discriminate. openF I.
        destruct (_ && _) eqn:Q0; try discriminate. apply andb_prop in Q0 as [En Er].
        destruct (onlyC _ _ _ _ _) as [[[s phi] c1]|] eqn:I1; try discriminate.
        destruct (sort_eqb s (f_res T0) && _) eqn:Q; try discriminate. injection I as <- <-.
        apply andb_prop in Q as [Q1 Q2]. apply sort_eqb_sound in Q1. apply expr_eqb_sound in Q2. subst s phi.
        simpl in Ec. injection Ec as <-. set (c := Clo rho true (length (f_ps U)) b).
        destruct (enters_wf _ _ _ _ _ _ En) as (Wf & _ & _ & We).
        assert (Wf1 : wft (xctx (bound_ctx G T0) gs) T0 = true) by (eapply wft_ext; [apply ext_app|exact Wf]).
        assert (B : forall m args v, m <= n -> sorts_to m T0 (sv r) c -> sorted_args (f_ps T0) (sv r) args -> runs m (rho ++ args ++ [SF c]) b v ->
          hs (sv r) v (f_res T0) /\ (Forall cond_true c1 ->
            strong m (bound_ctx G T0 ++ [CO T0]) gs (flat_map flat (bound_facts G T0) ++ F) ((rho ++ args) ++ [SF c]) (set_loc (length G) (map sval args) r) ->
            dn (set_nu v (set_loc (length G) (map sval args) r)) (insts (own G T0) (f_ens T0)))).
        { intros m args v Hm S Ha R. assert (Wm : weak m G gs rho r) by (eapply weak_less; [|exact W]; lia). rewrite app_assoc in R.
          refine (proj1 (IH d1) _ _ _ _ _ _ _ _ _ (set_loc (length G) (map sval args) r) _ I1 _ R). apply weak_only; auto. apply weak_enter; auto. }
        assert (S1 : forall m, m <= n -> sorts_to m T0 (sv r) c).
        { induction m as [|m IHm]; intros Hm k args v Hk Ha [_ R]; [lia|]. apply (B k args v); auto; [lia|].
          eapply sorts_less; [|apply IHm]; lia. }
        split; [apply S1; auto|]. intros C St.
        assert (S2 : forall m, m <= n -> stays_to m T0 r c).
        { induction m as [|m IHm]; intros Hm k args v Hk Ha Hr [_ R]; [lia|].
          destruct (B k args v) as [_ K]; auto; [lia|apply S1; lia|eapply adm_sorted; eauto|].
          edestruct enter as (Fb & EV & _ & AG); [exact GM|exact (t_fits St)|exact En|exact Ha|exact Hr|].
          eapply body_back; eauto. apply K; auto. apply strong_only; auto.
          - eapply strong_app; eauto using slots_no_only. eapply strong_less; [|exact St]. lia.
          - eapply stays_to_agree; [exact GM|exact Wf|apply loc_agree|]. eapply stays_less; [|apply IHm]; lia. }
        apply S2; auto.
      + (* OSubArr *)
        assert (I' : match onlyF G gs F d1 f with
          | Some (T1, cs) =>
            if enters D defs preds G gs T0 && wft (xctx G gs) T1 && same_params (f_ps T0) (f_ps T1) && sort_eqb (f_res T0) (f_res T1) then
              match demand D defs (xctx (bound_ctx G T0) gs) (flat_map flat (bound_facts G T0) ++ F)
                   (EBin And (admissible T1 (own G T0))
                       (EQuant All (f_res T0) (close_nu (insts (own G T0) (EBin Imp (f_ens T1) (f_ens T0)))))) p
              with Some c => Some (T0, cs ++ c) | None => None end
            else None | None => None end = Some (T, cs)) by (destruct f; exact I).
        destruct (onlyF G gs F d1 f) as [[T1 c1]|] eqn:I1; try discriminate.
        destruct (_ && _) eqn:Q0; try discriminate. destruct (demand _ _ _ _ _ _) as [c2|] eqn:P; try discriminate.
        injection I' as <- <-.
        apply andb_prop in Q0 as [Q0 Es]. apply andb_prop in Q0 as [Q0 Ep]. apply andb_prop in Q0 as [En W1].
        apply sort_eqb_sound in Es. destruct (proj2 (IH d1) _ _ _ _ _ _ _ _ _ _ I1 W Ec) as [S1 S2]. split.
        * intros m args v Hm Ha R. rewrite Es. apply (S1 m args v); auto. eapply same_sorted; eauto.
        * intros C St m args v Hm Ha Hr R. apply Forall_app in C as [C1 C2].
          edestruct enter as (Fb & EV & SL & AG); [exact GM|exact (t_fits St)|exact En|exact Ha|exact Hr|]. destruct (enters_wf _ _ _ _ _ _ En) as (_ & Wp & Wr & We).
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
          assert (Hv : hs (sv r) v (f_res T0)).
          { rewrite Es. apply (S1 m args v); auto. eapply same_sorted; [exact Ep|]. eapply adm_sorted; eauto. }
          specialize (K2 v Hv). apply (close_nu_ok GM) in K2. apply (insts_ok GM) in K2; [|apply (pvars_steady D defs M r')].
          rewrite EV in K2 by reflexivity. rewrite pushes_nu in K2.
          eapply (trans GM); [exact We| |apply agree_nu, agree_sym; exact AG]. apply K2.
          rewrite <- Es in We1. eapply (trans GM); [exact We1| |apply agree_nu; exact AG2].
          apply (S2 C1 St m args v); auto. eapply (trans GM); [exact Wr1|exact Kr|]. apply agree_sym; auto.
      + (* OPolyType *)
        assert (I' : match only_scheme only_claims (OPolyType d1) f with
          | Some (Scheme 0 [] T as C) => match at_preds D defs (xctx G gs) C [] with Some T => Some (T, []) | None => None end
          | _ => None end = Some (T, cs)) by (destruct f; exact I). clear I.
        destruct (only_scheme _ _ _) as [[[] [] T1]|] eqn:E; try discriminate.
        destruct (at_preds _ _ _ _ _) as [T2|] eqn:A; try discriminate. injection I' as -> <-.
        assert (S' : forall r, stays T r c) by (eapply stays_preds; [exact GM| |exact A|intros r0; eapply only_scheme_ok; eauto]; reflexivity).
        split; [apply stays_sorts; auto|intros _ _; apply stays_all; auto].
      + (* OPolyPred *)
        assert (I' : match only_scheme only_claims d1 f with
          | Some C => match phis with [] => None | _ => match at_preds D defs (xctx G gs) C phis with Some T => Some (T, []) | None => None end end
          | None => None end = Some (T, cs)) by (destruct f; exact I). clear I.
        destruct (only_scheme _ _ _) as [C0|] eqn:E; try discriminate.
        assert (A : at_preds D defs (xctx G gs) C0 phis = Some T).
        { destruct phis; try discriminate. destruct (at_preds _ _ _ _ _); try discriminate. injection I' as -> _. auto. }
        assert (S' : forall r, stays T r c) by (eapply stays_preds; [exact GM| |exact A|intros r0; eapply only_scheme_ok; eauto]; reflexivity).
        split; [apply stays_sorts; auto|intros _ _; apply stays_all; auto].
    Unshelve. all: assumption.
  Qed.
End Sound.
