(** * What the rules need: environments, parameters, entering a function *)
From Verified Require Export Prog.
Set Implicit Arguments.
Arguments covers : simpl never.

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
  Hypothesis Hknown : forall f r, In f known -> dn r f.
  Hypothesis Hbool : ctors D 0 = [[]; []].
  Hypothesis Hclaims : forall g T, claims g = Some T -> exists c, gl g = Some c /\ forall r, sat T r c.
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
  Lemma insts_ok es f r : (forall r, Forall (fun e => ~ dn r e) es) ->
    (dn r (insts es f) <-> dn (pushes (map (ev r) es) r) f).
  Proof.
    intros N. unfold insts. rewrite dn_sub; auto.
    - apply dn_eqv; auto. destruct (pushes_fields (map (ev r) es) r) as (F1 & F2 & F3 & F4 & F5).
      constructor; simpl; rewrite ?F1, ?F2, ?F3, ?F4, ?F5; auto; try (intros ? ?; tauto); try tauto.
      intros i. rewrite pushes_bnd, <- map_rev, Nat.sub_0_r. rewrite map_length.
      destruct (nth_error (rev es) i) as [e|] eqn:E.
      + erewrite map_nth_error by eauto. apply skip0.
      + assert (X : nth_error (map (ev r) (rev es)) i = None).
        { apply nth_error_None. rewrite map_length. apply nth_error_None. auto. }
        rewrite X. auto.
    - intros r0 s. repeat split; simpl; auto; intros i; destruct (nth_error (rev es) i) eqn:E; simpl; auto.
      specialize (N r0). rewrite Forall_forall in N. apply N. apply in_rev. eapply nth_error_In; eauto.
  Qed.
  Lemma ev_insts es f r : (forall r, Forall (fun e => ~ dn r e) es) ->
    ev r (insts es f) = ev (pushes (map (ev r) es) r) f.
  Proof.
    intros N. unfold insts. rewrite ev_sub with (D := D) (dd := kd); auto.
    - apply ev_eqe. destruct (pushes_fields (map (ev r) es) r) as (F1 & F2 & F3 & F4 & F5).
      constructor; simpl; rewrite ?F1, ?F2, ?F3; auto.
      intros i. rewrite pushes_bnd, <- map_rev, Nat.sub_0_r. rewrite map_length.
      destruct (nth_error (rev es) i) as [e|] eqn:E.
      + erewrite map_nth_error by eauto. apply skip0.
      + assert (X : nth_error (map (ev r) (rev es)) i = None).
        { apply nth_error_None. rewrite map_length. apply nth_error_None. auto. }
        rewrite X. auto.
    - intros r0 s. repeat split; simpl; auto; intros i; destruct (nth_error (rev es) i) eqn:E; simpl; auto.
      specialize (N r0). rewrite Forall_forall in N. apply N. apply in_rev. eapply nth_error_In; eauto.
  Qed.
  Definition set_loc (n : nat) (vs : list value) (r : env) : env :=
    Env (fun l => if (n <=? l) && (l <? n + length vs) then nth (l - n) vs dflt else loc r l)
        (gho r) (nu r) (bnd r) (sv r) (pv r).
  Lemma close_loc_ok n vs f r : dn (pushes vs r) (close_loc n (length vs) f) <-> dn (set_loc n vs r) f.
  Proof.
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
  Proof. intros H. constructor; simpl; auto; try (intros ? ?; tauto); try tauto. congruence. Qed.
  Lemma trans X B e t r r' : ty X B e = Some t -> dn r e -> agree X B r r' -> dn r' e.
  Proof. apply (transport GM). Qed.

  (** Types of functions do not depend on what is not in scope. *)
  Lemma adm_agree X ps : forall B B' r r' vs, wps X B ps = Some B' -> agree X B r r' -> adm ps r' vs ->
    adm ps r vs /\ agree X B' (pushes vs r) (pushes vs r').
  Proof.
    induction ps as [|[s q] ps IH]; simpl; intros B B' r r' [|v vs] W A H; try tauto.
    - injection W as <-. auto.
    - destruct (form _) eqn:T; try discriminate. apply form_spec in T. destruct H as (H1 & H2 & H3).
      destruct (IH _ _ (push v r) (push v r') vs W (agree_push _ _ A) H3) as [K1 K2].
      split; [split; [|split]|]; auto.
      + apply (hs_seq D (mO M) v (a_sv A) s). auto.
      + eapply trans; [exact T|exact H2|]. apply agree_nu. apply agree_sym; auto.
  Qed.
  Lemma sat_agree X T r r' c : wft X T = true -> agree X [] r r' -> sat T r c -> sat T r' c.
  Proof.
    unfold Prog.wft. destruct (wps X [] (f_ps T)) as [B|] eqn:W; try discriminate. intros H A S vs Ha Hr v Hv He.
    apply andb_prop in H as [H1 H2]. apply form_spec in H1, H2.
    destruct (adm_agree _ _ W A Ha) as [K1 K2]. apply S; auto.
    - eapply trans; [exact H1|exact Hr|]. apply agree_sym; auto.
    - apply (hs_seq D (mO M) v (a_sv A) (f_res T)). auto.
    - eapply trans; [exact H2|exact He|]. apply agree_nu. apply agree_sym; auto.
  Qed.
  Lemma wps_ext X Y ps : ext X Y -> forall B B', wps X B ps = Some B' -> wps Y B ps = Some B'.
  Proof.
    intros E. induction ps as [|[s q] ps IH]; simpl; auto. intros B B'.
    destruct (form (ty (with_nu X s) B q)) eqn:T; try discriminate. apply form_spec in T.
    assert (E' : ext (with_nu X s) (with_nu Y s)) by (destruct E; constructor; simpl; auto).
    rewrite (ty_ext D defs q E' _ T). simpl. auto.
  Qed.
  Lemma wft_ext X Y T : ext X Y -> wft X T = true -> wft Y T = true.
  Proof.
    intros E. unfold Prog.wft. destruct (wps X [] (f_ps T)) as [B|] eqn:W; try discriminate.
    rewrite (@wps_ext X Y _ E _ _ W). rewrite !andb_true_iff. intros [H1 H2]. apply form_spec in H1, H2.
    assert (E' : ext (with_nu X (f_res T)) (with_nu Y (f_res T))) by (destruct E; constructor; simpl; auto).
    rewrite (ty_ext D defs _ E _ H1), (ty_ext D defs _ E' _ H2). auto.
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
  Lemma ext_app G gs H : ext (xctx G gs) (xctx (G ++ H) gs).
  Proof.
    constructor; simpl; auto. intros l s E. rewrite map_app, nth_error_app1; auto.
    apply nth_error_Some. congruence.
  Qed.
  Lemma typed_ext X Y F : ext X Y -> forallb (isf X) F = true -> forallb (isf Y) F = true.
  Proof. intros E. rewrite !forallb_forall. intros H f Hf. eapply isf_ext; eauto. Qed.
  Lemma loc_agree G gs B r vs : agree (xctx G gs) B r (set_loc (length G) vs r).
  Proof.
    constructor; simpl; auto; try (intros ? ?; tauto); try tauto. intros l s E.
    assert (N : nth_error (map (fun t => match t with CB s => Some s | CF _ => None end) G) l <> None) by congruence.
    apply nth_error_Some in N. rewrite map_length in N.
    destruct (length G <=? l) eqn:L; auto. apply Nat.leb_le in L. lia.
  Qed.
  Lemma fits_base G gs F rho r vs ss : fits G gs F rho r -> hsl (sv r) vs ss ->
    fits (G ++ map CB ss) gs F (rho ++ map SV vs) (set_loc (length G) vs r).
  Proof.
    intros [O1 O2 O3 O4 O5 O6] H. pose proof (hsl_length _ _ _ _ _ H) as HL. constructor.
    - rewrite !app_length, !map_length. lia.
    - intros l. simpl. unfold locs. rewrite <- O1. destruct (length rho <=? l) eqn:L; simpl.
      + apply Nat.leb_le in L. rewrite nth_error_app2 by auto.
        destruct (l <? length rho + length vs) eqn:L2.
        * apply Nat.ltb_lt in L2. assert (K : l - length rho < length vs) by lia.
          rewrite (map_nth_error SV _ vs (nth_error_nth' vs dflt K)). auto.
        * apply Nat.ltb_ge in L2. rewrite (proj2 (nth_error_None _ _)) by (rewrite map_length; lia).
          rewrite O2. unfold locs. rewrite (proj2 (nth_error_None _ _)); auto.
      + apply Nat.leb_gt in L. rewrite nth_error_app1 by auto. apply O2.
    - intros l T E. destruct (Nat.lt_ge_cases l (length G)).
      + rewrite nth_error_app1 in E by auto. destruct (O3 _ _ E) as (W & c & Ec & S). split.
        * eapply wft_ext; [apply ext_app|auto].
        * exists c. rewrite nth_error_app1 by lia. split; auto. eapply sat_agree; eauto. apply loc_agree.
      + rewrite nth_error_app2 in E by auto. apply nth_error_In, in_map_iff in E as (s & E & _). discriminate.
    - destruct O4 as [P1 P2 P3 P4]. constructor; simpl; auto. intros l s E. rewrite map_app in E.
      destruct (Nat.lt_ge_cases l (length G)).
      + rewrite nth_error_app1 in E by (rewrite map_length; auto).
        destruct (length G <=? l) eqn:L; [apply Nat.leb_le in L; lia|]. apply P1; auto.
      + rewrite nth_error_app2, map_length, map_map in E by (rewrite map_length; auto).
        apply (nth_error_map_Some ss) in E.
        assert (K : nth_error ss (l - length G) <> None) by congruence. apply nth_error_Some in K.
        rewrite (proj2 (Nat.leb_le _ _) H0), (proj2 (Nat.ltb_lt _ _)) by lia. simpl. eapply hsl_nth; eauto.
    - eapply typed_ext; [apply ext_app|auto].
    - eapply (facts_agree GM); eauto. apply loc_agree.
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
  Proof. intros N T. symmetry. eapply ev_agree; eauto. apply agree_nu_free; auto. Qed.

  Lemma prog_nu G gs B e t r v : ty (xctx G gs) B e = Some t -> ev (set_nu v r) e = ev r e.
  Proof. apply nu_free. reflexivity. Qed.
  Lemma covers_spec G gs s phi s' phi' : covers D defs preds G gs s phi = Some (s', phi') -> s' = s /\ phi' = phi.
  Proof. unfold covers. destruct (form _); try discriminate. intros [= <- <-]; auto. Qed.
  Lemma covers_typed G gs s phi s' phi' : covers D defs preds G gs s phi = Some (s', phi') ->
    ty (with_nu (xctx G gs) s') [] phi' = Some TF.
  Proof. unfold covers. destruct (form _) eqn:E; try discriminate. intros [= <- <-]. apply form_spec; auto. Qed.
  Ltac mt := repeat match goal with
    | H : match ?x with _ => _ end = Some _ |- _ => destruct x eqn:?; try discriminate
    end.
  Lemma infC_typed d : forall G gs F e s phi, infC G gs F d e = Some (s, phi) -> ty (with_nu (xctx G gs) s) [] phi = Some TF.
  Proof.
    intros G gs F e s phi H. destruct d, e; cbn [Prog.infC] in H; cbv zeta in H; mt; try discriminate; try (eapply covers_typed; eassumption).
  Qed.

  Lemma proves_ok X F g p r : proves D defs known X F g p = true -> forallb (isf X) F = true ->
    env_ok X [] r -> Forall (dn r) F -> dn r g.
  Proof.
    unfold proves. rewrite andb_true_iff. intros [I C] T E H.
    exact (@chk_sound D defs M known GM OK Hknown p X F g C T I r E H).
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
  Lemma prim_ok G gs F rho r p s phi v : fits G gs F rho r -> prim_cov D defs preds G p = Some (s, phi) ->
    hs (sv r) v s -> dn (set_nu v r) phi -> prim_can kd M rho p v.
  Proof.
    intros Ft. destruct p as [| | |a b|i|e]; simpl; intros H Hv Hd.
    - injection H as <- <-. apply hs_int in Hv. auto.
    - injection H as <- <-. apply hs_data in Hv as (t & fs & ss & -> & E & Hf). simpl in E. rewrite Hbool in E.
      destruct t as [|[|[]]]; simpl in E; try discriminate; injection E as <-;
        destruct fs; simpl in Hf; try tauto; [exists false|exists true]; auto.
    - injection H as <- <-. apply hs_int in Hv as [z ->]. exists z. auto.
    - apply guard_spec in H as [T [= <- <-]]. apply andb_prop in T as [T1 T2]. apply has_spec in T1, T2.
      apply hs_int in Hv as [z ->]. exists z. split; auto. simpl in Hd.
      rewrite (@prog_nu _ _ _ _ _ r (VInt z) T1), (@prog_nu _ _ _ _ _ r (VInt z) T2) in Hd.
      rewrite (@prog_ev _ _ _ _ _ _ _ Ft T1), (@prog_ev _ _ _ _ _ _ _ Ft T2). auto.
    - injection H as <- <-. destruct v; exact Hv.
    - destruct (ty (xctx G []) [] e) as [[u|]|] eqn:T; try discriminate.
      + injection H as <- <-. simpl in Hd. rewrite (@prog_nu _ _ _ _ _ r v T) in Hd.
        rewrite (@prog_ev _ _ _ _ _ _ _ Ft T). destruct (dec kd e) eqn:De; auto. discriminate (dec_form _ _ _ De T).
      + apply guard_spec in H as [De [= <- <-]]. simpl in Hd. rewrite De, (@prog_ev _ _ _ _ _ _ _ Ft T).
        rewrite (dec_ev D kd M _ _ De), (@prog_nu _ _ _ _ _ r v T) in Hd.
        apply hs_data in Hv as (t & fs & ss & -> & E & Hf). simpl in E. rewrite Hbool in E. unfold vb.
        destruct t as [|[|[]]]; simpl in E; try discriminate; injection E as <-;
          destruct fs; simpl in Hf; try tauto; destruct (isT (ev r e)); auto; exfalso.
        * destruct Hd as [_ Hd]. discriminate (Hd eq_refl).
        * destruct Hd as [Hd _]. discriminate (Hd eq_refl).
  Qed.

  (** ** Parameters *)
  Lemma pushes_nu vs : forall v r, pushes vs (set_nu v r) = set_nu v (pushes vs r).
  Proof. induction vs as [|x vs IH]; intros v r; simpl; auto. unfold pushes in *. simpl. rewrite <- IH. reflexivity. Qed.
  Lemma pushes_snoc vs v r : pushes (vs ++ [v]) r = push v (pushes vs r).
  Proof. unfold pushes. rewrite fold_left_app. reflexivity. Qed.
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
  Lemma adm_hsl ps : forall r vs, adm ps r vs -> hsl (sv r) vs (map fst ps).
  Proof. induction ps as [|[s q] ps IH]; intros r [|v vs]; simpl; try tauto. intros (H1 & _ & H3). split; auto. apply (IH (push v r)); auto. Qed.
  Lemma quals_iff X r ps : c_nu X = None -> env_ok X [] r -> forall before es,
    (forall r, Forall (fun e => ~ dn r e) before) ->
    (forall v, map (ev (set_nu v r)) before = map (ev r) before) ->
    args_ok (ty X []) es (map fst ps) = true ->
    (Forall (dn r) (quals ps before es) <-> adm ps (pushes (map (ev r) before) r) (map (ev r) es)).
  Proof.
    intros N E. induction ps as [|[s q] ps IH]; intros before [|e es] Hb Hn T; simpl in *; try discriminate.
    - split; auto.
    - apply andb_prop in T as [T1 T2]. apply has_spec in T1.
      assert (Hb' : forall r, Forall (fun e => ~ dn r e) (before ++ [e])).
      { intros r0. apply Forall_app. split; auto. constructor; auto. eapply term_nf; eauto. }
      assert (Hn' : forall v, map (ev (set_nu v r)) (before ++ [e]) = map (ev r) (before ++ [e])).
      { intros v. rewrite !map_app, Hn. simpl. rewrite (@nu_free _ _ _ _ r v N T1). auto. }
      specialize (IH (before ++ [e]) es Hb' Hn' T2). rewrite map_app in IH. simpl in IH. rewrite pushes_snoc in IH.
      rewrite <- IH.
      assert (Q : dn r (at_nu (insts before q) e) <-> dn (set_nu (ev r e) (pushes (map (ev r) before) r)) q).
      { rewrite (at_nu_ok GM); [|eapply term_nf; eauto]. rewrite insts_ok by auto. rewrite Hn, pushes_nu. tauto. }
      destruct (pushes_fields (map (ev r) before) r) as (_ & _ & _ & F4 & _). rewrite F4.
      split.
      + intros H. inversion H; subst. repeat split; auto; [eapply term_sorted; eauto|tauto].
      + intros (H1 & H2 & H3). constructor; auto. tauto.
  Qed.
  Lemma lvars_ok G gs H ss : forall n, (forall i s, nth_error ss i = Some s -> nth_error G (n + i) = Some (CB s)) ->
    args_ok (ty (xctx (G ++ H) gs) []) (lvars n ss) ss = true.
  Proof.
    assert (Z : forall s, sort_eqb s s = true).
    { induction s using sort_rec'; simpl; rewrite ?Nat.eqb_refl; auto. apply list_eqb_refl; auto. }
    induction ss as [|s ss IH]; simpl; auto. intros n Hn. rewrite IH.
    - rewrite map_app, nth_error_app1.
      + assert (E := Hn 0 s eq_refl). rewrite Nat.add_0_r in E. rewrite (map_nth_error _ _ _ E). rewrite Z. simpl. rewrite Z. auto.
      + rewrite map_length. apply nth_error_Some. assert (E := Hn 0 s eq_refl). rewrite Nat.add_0_r in E. congruence.
    - intros i t Hi. replace (S n + i) with (n + S i) by lia. apply Hn. auto.
  Qed.
  Lemma lvars_nf n ss : forall r, Forall (fun e => ~ dn r e) (lvars n ss).
  Proof. intros r. revert n. induction ss; simpl; intros; constructor; simpl; auto. Qed.
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

  (** Entering the body of a function. *)
  Lemma enter T G gs F rho r vs :
    fits G gs F rho r -> wft (xctx G gs) T = true ->
    facts_ok D defs (xctx (bound_ctx G T) gs) (bound_facts G T) = true ->
    adm (f_ps T) r vs -> dn (pushes vs r) (f_req T) ->
    let r' := set_loc (length G) vs r in
    fits (bound_ctx G T) gs (flat_map flat (bound_facts G T) ++ F) (rho ++ map SV vs) r' /\
    (forall r0, (forall l, loc r0 l = loc r' l) -> map (ev r0) (pvars G T) = vs) /\
    exists B, wps (xctx G gs) [] (f_ps T) = Some B /\ agree (xctx G gs) B (pushes vs r) (pushes vs r').
  Proof.
    intros Ft W FO Ha Hr r'.
    pose proof W as W'. unfold Prog.wft in W'. destruct (wps (xctx G gs) [] (f_ps T)) as [B|] eqn:EB; try discriminate.
    apply andb_prop in W' as [Wr We]. apply form_spec in Wr, We.
    pose proof (adm_hsl _ _ _ Ha) as Hl. pose proof (hsl_length _ _ _ _ _ Hl) as HL.
    pose proof (@fits_base G gs F rho r vs _ Ft Hl) as Fb. rewrite map_map in Fb. fold (bound_ctx G T) in Fb. fold r' in Fb.
    assert (AG : agree (xctx G gs) [] r' r) by (apply agree_sym, loc_agree).
    destruct (@adm_agree _ _ _ _ r' r vs EB AG Ha) as [Ha' AB].
    assert (EV : forall r0, (forall l, loc r0 l = loc r' l) -> map (ev r0) (pvars G T) = vs).
    { intros r0 H0. transitivity (map (ev (set_loc (length G) vs r)) (lvars (length G) (map fst (f_ps T)))).
      2: { pose proof (lvars_ev vs r (map fst (f_ps T)) (length G) [] HL) as Q. simpl in Q.
           rewrite Nat.add_0_r in Q. exact Q. }
      unfold pvars.
      assert (Z : forall ss n, map (ev r0) (lvars n ss) = map (ev (set_loc (length G) vs r)) (lvars n ss)).
      { induction ss; intros n; simpl; auto. rewrite IHss. f_equal. apply (H0 n). }
      apply Z. }
    assert (TA : args_ok (ty (xctx (bound_ctx G T) gs) []) (pvars G T) (map fst (f_ps T)) = true).
    { unfold bound_ctx. rewrite <- (app_nil_r (G ++ _)). apply lvars_ok. intros i s Hi.
      rewrite nth_error_app2 by lia. replace (length G + i - length G) with i by lia.
      rewrite nth_error_map in Hi. rewrite nth_error_map. destruct (nth_error (f_ps T) i); try discriminate.
      simpl in *. congruence. }
    split; [|split; [exact EV|exists B; split; [auto|apply agree_sym; auto]]].
    apply fits_facts; auto.
    - unfold facts_ok in FO. apply flats_isf; auto.
    - apply flats_dn. unfold bound_facts. apply Forall_app. split.
      + apply (quals_iff (X := xctx (bound_ctx G T) gs) (r := r') (f_ps T) eq_refl); auto.
        * apply Fb.
        * rewrite EV by auto. simpl. exact Ha'.
      + constructor; auto. apply insts_ok; [apply lvars_nf|]. rewrite EV by auto.
        eapply trans; [exact Wr|exact Hr|]. apply agree_sym; auto.
  Qed.
End Sound.
