(** * What the rules of the other kind need: claims up to a depth, environments, primitives, branches

    A recursive function is known, in its body, for runs of smaller depth. Two things are shown together, each in its
    environment: that a value has its sort, which needs only the sorts of what the program mentions ([weak]), and that it satisfies the formula, which
    needs the facts and claims as well ([strong]). A guard is why: where its hypothesis does not hold, nothing is known of
    the value but its sort. *)
From Verified Require Export Only.
Set Implicit Arguments.
Arguments runs : simpl never.

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
  Let HP := g_proper GM.

  (** ** Types *)
  Section Map.
    Variables (tf : option sort -> list (option sort) -> expr -> bool) (f : nat -> expr -> expr) (g : sort -> sort).
    Variable R : nat -> list (option sort) -> env -> env -> Prop.
    Hypothesis Rf : forall d B r r' e, R d B r r' -> tf None B e = true -> (dn r (f d e) <-> dn r' e).
    Hypothesis Rn : forall d B r r' e s v, R d B r r' -> tf (Some s) B e = true ->
      (dn (set_nu v r) (f d e) <-> dn (set_nu v r') e).
    Hypothesis Rs : forall d B r r' s v, R d B r r' -> (hs (sv r) v (g s) <-> hs (sv r') v s).
    Hypothesis Rp : forall d B r r' v o, R d B r r' -> R (S d) (o :: B) (push v r) (push v r').
    Lemma adm_map ps : forall d B r r' args, wfP tf B ps = true -> R d B r r' -> adm (pmap f g d ps) r args ->
      adm ps r' args /\ R (length ps + d) (bsorts B ps) (pushes (map sval args) r) (pushes (map sval args) r').
    Proof.
      induction ps as [|[s q|T] ps IH]; intros d B r r' args W HR.
      - destruct args; simpl; tauto.
      - simpl in W. apply andb_prop in W as [Wq Wp]. destruct args as [|[v|k] args]; simpl; try tauto. intros (H1 & H2 & H3).
        destruct (IH (S d) (Some s :: B) (push v r) (push v r') args Wp (Rp v (Some s) HR) H3) as [E1 E2].
        rewrite <- plus_n_Sm in E2. rewrite (Rs s v HR) in H1. rewrite (Rn v HR Wq) in H2. auto.
      - simpl in W. apply andb_prop in W as [Wq Wp]. destruct args as [|[v|k] args]; simpl; try tauto. intros (H1 & H3).
        destruct (IH (S d) (None :: B) (push dflt r) (push dflt r') args Wp (Rp dflt None HR) H3) as [E1 E2].
        rewrite <- plus_n_Sm in E2. split; auto. split; auto.
        apply (@sat_map D defs M gl ext tf f g R Rf Rn Rs Rp T d B r r' k Wq HR). auto.
    Qed.
    Lemma sorted_map ps : forall d d' B r r' args, R d B r r' -> sorted_args (pmap f g d' ps) (sv r) args -> sorted_args ps (sv r') args.
    Proof.
      induction ps as [|[s q|T] ps IH]; intros d d' B r r' [|[v|k] args] HR; simpl; try tauto.
      - intros [H1 H2]. split; [apply (Rs s v HR); auto|]. eapply IH; eauto.
      - intros H. eapply IH; eauto.
    Qed.
    Lemma stays_map T d B r r' c : wfT tf B T = true -> R d B r r' -> stays T r' c -> stays (tmap f g d T) r c.
    Proof.
      destruct T as [ps req res ens]. rewrite wfT_eq, tmap_eq. unfold Only.stays. cbn [f_ps f_req f_res f_ens]. intros W HR H args v Ha Hc.
      apply andb_prop in W as [W1 W2]. apply andb_prop in W2 as [W2 W3].
      destruct (H args v (sorted_map _ _ _ HR Ha) Hc) as [H1 H2]. split; [apply (Rs res v HR); auto|].
      intros A Q. destruct (@adm_map ps d B r r' args W1 HR A) as [A' HR']. apply (Rn v HR' W3). apply H2; auto. apply (Rf HR' W2). auto.
    Qed.
  End Map.
  Lemma stays_isub ss T r c : stays T (set_sv (at_sorts D (mO M) (sv r) ss) r) c -> stays (isubT ss T) r c.
  Proof.
    unfold isubT. eapply (@stays_map (fun _ _ _ => true) (fun _ => isub ss) (ssub ss)
      (fun _ _ r r' => r' = set_sv (at_sorts D (mO M) (sv r) ss) r)) with (B := []).
    - intros d _ r1 r2 e -> _. apply dn_isub; auto.
    - intros d _ r1 r2 e s v -> _. rewrite dn_isub by auto. reflexivity.
    - intros d _ r1 r2 s v ->. apply hs_ssub.
    - intros d _ r1 r2 v o ->. reflexivity.
    - apply wfT_true.
    - reflexivity.
  Qed.
  Lemma stays_preds X C phis T c : c_nu X = None -> at_preds D defs X C phis = Some T ->
    (forall r, stays (sc_type C) r c) -> forall r, stays T r c.
  Proof.
    intros HX. unfold at_preds. destruct (_ && _) eqn:E; try discriminate. intros [= <-] H r.
    apply andb_prop in E as [E We]. apply andb_prop in E as [E Wc]. apply andb_prop in E as [E Hf].
    apply andb_prop in E as [_ E]. apply Nat.eqb_eq in E.
    assert (Hphi : forall p ss phi, nth_error (sc_preds C) p = Some ss -> nth_error phis p = Some phi -> ty X (rev (map Some ss)) phi = Some TF).
    { clear - Hf. intros p ss phi E1 E2. rewrite forallb_forall in Hf. apply form_spec. apply (Hf (ss, phi)). revert p E1 E2.
      clear Hf. generalize (sc_preds C). revert phis. induction phis as [|f fs IH]; intros [|x xs] [|p]; simpl; intros E1 E2; try discriminate.
      - injection E1 as ->. injection E2 as ->. auto.
      - right. eauto. }
    unfold psubT. eapply (@stays_map (tform (closed_ctx (sc_preds C))) (fun _ => psub phis) (fun s => s)
      (fun _ _ r1 r' => like r r1 /\ r' = set_pv (as_preds D defs M phis r) r1)) with (B := []) (r' := set_pv (as_preds D defs M phis r) r); auto.
    - intros d B r1 r2 e (L & ->) Te. unfold Prog.tform in Te. apply form_spec in Te. eapply dn_psub; eauto. reflexivity.
    - intros d B r1 r2 e s v (L & ->) Te. unfold Prog.tform in Te. apply form_spec in Te.
      refine (@dn_psub D defs M GM X (sc_preds C) phis r HX Hphi E e (with_nu (closed_ctx (sc_preds C)) s) B (set_nu v r1) TF eq_refl Te L).
    - intros d B r1 r2 s v (L & ->). tauto.
    - intros d B r1 r2 v o (L & ->). split; auto.
    - repeat split; auto.
  Qed.
  Lemma only_scheme_ok d f C rho c : only_scheme only_claims d f = Some C -> close_fn gl rho f = Some c -> forall r, stays (sc_type C) r c.
  Proof.
    destruct d; try discriminate; simpl.
    - destruct f as [|g ss| |]; try discriminate. intros E Ec r. simpl in Ec. destruct (Honly E) as (c0 & Ec0 & H). replace c with c0 by congruence. auto.
    - destruct d; try discriminate. destruct f as [|g ss| |]; try discriminate.
      destruct (only_claims g) as [C0|] eqn:E; try discriminate. destruct (_ && _); try discriminate. intros [= <-] Ec r. simpl in Ec.
      destruct (Honly E) as (c' & Ec' & H). replace c with c' by congruence. apply stays_isub. auto.
  Qed.

  (** ** Claims for runs up to a depth *)
  Definition sorts_to (n : nat) (T : fty) (S : senv) (c : clo) : Prop :=
    forall m args v, m < n -> sorted_args (f_ps T) S args -> enters_by (runs m) c args v -> hs S v (f_res T).
  Definition stays_to (n : nat) (T : fty) (r : env) (c : clo) : Prop :=
    forall m args v, m < n -> adm (f_ps T) r args -> dn (pushes (map sval args) r) (f_req T) -> enters_by (runs m) c args v ->
    dn (set_nu v (pushes (map sval args) r)) (f_ens T).
  Lemma stays_sorts n T r c : stays T r c -> sorts_to n T (sv r) c.
  Proof. intros H m args v _ Ha Hc. apply (H args v Ha). eapply enters_call; eauto. Qed.
  Lemma stays_all n T r c : stays T r c -> stays_to n T r c.
  Proof. intros H m args v _ Ha Hr Hc. apply (H args v); auto; [eapply adm_sorted; eauto|]. eapply enters_call; eauto. Qed.
  Lemma all_stays T r c : (forall n, sorts_to n T (sv r) c /\ stays_to n T r c) -> stays T r c.
  Proof.
    intros H args v Ha Hc. destruct (proj2 (has_depth kd M gl ext) _ _ _ Hc) as [n Hn]. destruct (H (S n)) as [H1 H2].
    split; [apply (H1 n args v); auto|]. intros A Q. apply (H2 n args v); auto.
  Qed.
  Lemma stays_to_agree n X T r r' c : wft X T = true -> agree X [] r r' -> stays_to n T r c -> stays_to n T r' c.
  Proof.
    intros W A H m args v Hm Ha Hr Hc. unfold Prog.wft in W. rewrite wfT_eq in W. apply andb_prop in W as [Wp W].
    apply andb_prop in W as [Wr We]. unfold Prog.tform in Wr, We. apply form_spec in Wr, We.
    edestruct adm_agree as [Ha2 AG]; [exact GM|exact Wp|exact A|exact Ha|].
    eapply (trans GM); [exact We| |apply agree_nu; exact AG]. apply (H m); auto.
    eapply (trans GM); [exact Wr|exact Hr|]. apply agree_sym; auto.
  Qed.
  Lemma sorts_less m n T S c : m <= n -> sorts_to n T S c -> sorts_to m T S c.
  Proof. intros L H k args v Hk. apply H. lia. Qed.
  Lemma stays_less m n T r c : m <= n -> stays_to n T r c -> stays_to m T r c.
  Proof. intros L H k args v Hk. apply H. lia. Qed.

  (** ** Environments *)
  (** Without what is known of functions. *)
  Definition blind (G : list slotty) : list slotty := map (fun t => match t with CB s => CB s | CF T | CO T => CO T end) G.
  Lemma blind_ctx G gs : xctx (blind G) gs = xctx G gs.
  Proof. unfold Prog.xctx, blind. f_equal. rewrite map_map. apply map_ext. intros []; auto. Qed.
  Lemma blind_app G H : blind (G ++ H) = blind G ++ blind H.
  Proof. apply map_app. Qed.
  Lemma blind_length G : length (blind G) = length G.
  Proof. apply map_length. Qed.
  Lemma blind_base ss : blind (map CB ss) = map CB ss.
  Proof. unfold blind. rewrite map_map. reflexivity. Qed.
  Record weak (n : nat) (G : list slotty) (gs : list sort) (rho : list slot) (r : env) : Prop := {
    w_fits : fits (blind G) gs [] rho r;
    w_fun : forall l T, nth_error G l = Some (CO T) -> exists c, nth_error rho l = Some (SF c) /\ sorts_to n T (sv r) c }.
  Record strong (n : nat) (G : list slotty) (gs : list sort) (F : list expr) (rho : list slot) (r : env) : Prop := {
    t_fits : fits G gs F rho r;
    t_fun : forall l T, nth_error G l = Some (CO T) -> wft (xctx G gs) T = true /\
              exists c, nth_error rho l = Some (SF c) /\ stays_to n T r c }.
  Lemma weak_less m n G gs rho r : m <= n -> weak n G gs rho r -> weak m G gs rho r.
  Proof. intros L [H1 H2]. constructor; auto. intros l T E. destruct (H2 _ _ E) as (c & Ec & S). eauto using sorts_less. Qed.
  Lemma strong_less m n G gs F rho r : m <= n -> strong n G gs F rho r -> strong m G gs F rho r.
  Proof. intros L [H1 H2]. constructor; auto. intros l T E. destruct (H2 _ _ E) as (W & c & Ec & S). eauto 6 using stays_less. Qed.
  Definition no_only (H : list slotty) : Prop := forall l T, nth_error H l <> Some (CO T).
  Lemma old_only G H l T : no_only H -> nth_error (G ++ H) l = Some (CO T) -> nth_error G l = Some (CO T) /\ l < length G.
  Proof.
    intros N E. destruct (Nat.lt_ge_cases l (length G)) as [L|L].
    - rewrite nth_error_app1 in E; auto.
    - rewrite nth_error_app2 in E by auto. destruct (N _ _ E).
  Qed.
  Lemma base_no_only ss : no_only (map CB ss).
  Proof. intros l T E. apply nth_error_In in E. apply in_map_iff in E as (s & [=] & _). Qed.
  Lemma slots_no_only ps : forall before es, no_only (slots ps before es).
  Proof.
    induction ps as [|[s q|T] ps IH]; intros before [|e es] [|l] U; simpl; try discriminate; apply IH.
  Qed.
  Lemma weak_slots n G gs rho r H args (r' := set_loc (length G) (map sval args) r) :
    weak n G gs rho r -> no_only H -> Forall2 (slot_sat D defs M gl ext r') (blind H) args -> weak n (G ++ H) gs (rho ++ args) r'.
  Proof.
    intros [Ft Hf] N HS. constructor.
    - rewrite blind_app. unfold r'. rewrite <- (blind_length G). apply fits_slots; auto.
      + rewrite blind_length. auto.
      + apply forallb_forall. intros t Ht. apply in_map_iff in Ht as ([] & <- & _); auto.
    - intros l T E. destruct (old_only _ _ N E) as [E' L]. destruct (Hf _ _ E') as (c & Ec & S).
      exists c. split; auto. rewrite nth_error_app1; auto. apply nth_error_Some. congruence.
  Qed.
  Lemma weak_base n G gs rho r vs ss : weak n G gs rho r -> hsl (sv r) vs ss ->
    weak n (G ++ map CB ss) gs (rho ++ map SV vs) (set_loc (length G) vs r).
  Proof.
    intros W H. rewrite <- (sval_SV vs) at 2. apply weak_slots; auto using base_no_only. rewrite blind_base, sval_SV.
    assert (Z : forall r', sv r' = sv r -> forall ss, hsl (sv r) vs ss -> Forall2 (slot_sat D defs M gl ext r') (map CB ss) (map SV vs)).
    { clear. intros r' E. induction vs as [|v vs IH]; intros [|s ss]; simpl; try tauto; constructor; simpl; [rewrite E; tauto|apply IH; tauto]. }
    apply Z; auto.
  Qed.
  Lemma sorted_slots r : forall ps before es args, length es = length ps -> sorted_args ps (sv r) args ->
    Forall2 (slot_sat D defs M gl ext r) (blind (slots ps before es)) args.
  Proof.
    induction ps as [|[s q|T] ps IH]; intros before [|e es] [|[v|c] args]; simpl; try discriminate; try tauto; intros L H;
      constructor; simpl; try tauto; apply IH; try tauto; lia.
  Qed.
  Lemma weak_enter n G gs rho r T args : weak n G gs rho r -> sorted_args (f_ps T) (sv r) args ->
    weak n (bound_ctx G T) gs (rho ++ args) (set_loc (length G) (map sval args) r).
  Proof.
    intros W H. apply weak_slots; auto using slots_no_only. apply sorted_slots; auto. apply pvars_length.
  Qed.
  Lemma fits_only G gs F rho r T c : fits G gs F rho r -> fits (G ++ [CO T]) gs F (rho ++ [SF c]) r.
  Proof.
    intros [O1 O2 O3 O4 O5 O6]. constructor; auto.
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
    - destruct O4 as [P1 P2 P3 P4]. constructor; simpl; auto. intros l s E. rewrite map_app in E.
      destruct (Nat.lt_ge_cases l (length G)).
      + rewrite nth_error_app1 in E by (rewrite map_length; auto). auto.
      + rewrite nth_error_app2 in E by (rewrite map_length; auto).
        destruct (l - _) as [|[]]; simpl in E; discriminate.
    - eapply typed_ext; [apply ext_app|auto].
  Qed.
  Lemma new_only G T l U : nth_error (G ++ [CO T]) l = Some (CO U) -> (nth_error G l = Some (CO U) /\ l < length G) \/ (l = length G /\ U = T).
  Proof.
    intros E. destruct (Nat.lt_ge_cases l (length G)) as [L|L].
    - rewrite nth_error_app1 in E; auto.
    - rewrite nth_error_app2 in E by auto. right. destruct (l - length G) as [|[]] eqn:El; simpl in E; try discriminate. injection E as <-. split; auto; lia.
  Qed.
  Lemma weak_only n G gs rho r T c : weak n G gs rho r -> sorts_to n T (sv r) c -> weak n (G ++ [CO T]) gs (rho ++ [SF c]) r.
  Proof.
    intros [Ft Hf] S. pose proof (o_len Ft) as L. rewrite blind_length in L. constructor.
    - rewrite blind_app. apply fits_only. auto.
    - intros l U E. destruct (new_only _ _ _ E) as [[E' Hl]|[-> ->]].
      + destruct (Hf _ _ E') as (k & Ek & S'). exists k. split; auto. rewrite nth_error_app1; auto. apply nth_error_Some. congruence.
      + exists c. split; auto. rewrite nth_error_app2, L, Nat.sub_diag by lia. auto.
  Qed.
  Lemma strong_only n G gs F rho r T c : strong n G gs F rho r -> wft (xctx G gs) T = true -> stays_to n T r c ->
    strong n (G ++ [CO T]) gs F (rho ++ [SF c]) r.
  Proof.
    intros [Ft Hf] W S. pose proof (o_len Ft) as L. constructor; [apply fits_only; auto|].
    intros l U E. destruct (new_only _ _ _ E) as [[E' Hl]|[-> ->]].
    - destruct (Hf _ _ E') as (W' & k & Ek & S'). split; [eapply wft_ext; [apply ext_app|auto]|].
      exists k. split; auto. rewrite nth_error_app1; auto. apply nth_error_Some. congruence.
    - split; [eapply wft_ext; [apply ext_app|auto]|]. exists c. split; auto. rewrite nth_error_app2, L, Nat.sub_diag by lia. auto.
  Qed.
  Lemma strong_app n G gs F F' rho r H args vs (r' := set_loc (length G) vs r) : strong n G gs F rho r -> no_only H ->
    fits (G ++ H) gs F' (rho ++ args) r' -> strong n (G ++ H) gs F' (rho ++ args) r'.
  Proof.
    intros [Ft Hf] N Fb. constructor; auto. intros l T E. destruct (old_only _ _ N E) as [E' L]. destruct (Hf _ _ E') as (W & c & Ec & S).
    split; [eapply wft_ext; [apply ext_app|auto]|]. exists c. split.
    - rewrite nth_error_app1; auto. apply nth_error_Some. congruence.
    - eapply stays_to_agree; [exact W| |exact S]. apply loc_agree.
  Qed.
  Lemma strong_facts n G gs F rho r fs : strong n G gs F rho r -> forallb (isf (xctx G gs)) fs = true -> Forall (dn r) fs ->
    strong n G gs (fs ++ F) rho r.
  Proof. intros [Ft Hf] T H. constructor; auto. apply fits_facts; auto. Qed.

  (** ** Terms of the program, where only sorts are known *)
  Lemma weak_ev n G gs rho r e t : weak n G gs rho r -> ty (xctx G []) [] e = Some t -> ev (renv rho) e = ev r e.
  Proof. intros [Ft _] T. eapply prog_ev; [exact Ft|]. rewrite blind_ctx. exact T. Qed.
  Lemma weak_env n G gs rho r : weak n G gs rho r -> env_ok (xctx G gs) [] r.
  Proof. intros [Ft _]. rewrite <- blind_ctx. apply Ft. Qed.
  Lemma weak_sorted n G gs rho r e s : weak n G gs rho r -> ty (xctx G []) [] e = Some (TS s) -> hs (sv r) (ev r e) s.
  Proof. intros W T. eapply (term_sorted GM); [eapply weak_env|eapply prog_ty]; eauto. Qed.
  Lemma args_sorted n G gs rho r : weak n G gs rho r -> forall ps args Ts before ss,
    args_fit D defs preds G ps args Ts before = true -> close_args M gl rho args = Some ss -> sorted_args ps (sv r) ss.
  Proof.
    intros W. induction ps as [|[s q|T] ps IH]; intros [|[e|f] args] Ts before ss; simpl; try discriminate.
    - intros _ [= <-]. exact Logic.I.
    - intros H E. apply andb_prop in H as [H H3]. apply andb_prop in H as [_ H1]. apply has_spec in H1.
      destruct (close_args M gl rho args) as [ss'|] eqn:E'; try discriminate. injection E as <-. simpl.
      rewrite (weak_ev _ W H1). split; [eapply weak_sorted; eauto|eauto].
    - destruct Ts as [|T1 Ts]; try discriminate. intros H E. apply andb_prop in H as [_ H3].
      destruct (close_fn gl rho f); try discriminate. destruct (close_args M gl rho args) as [ss'|] eqn:E'; try discriminate.
      injection E as <-. simpl. eauto.
  Qed.

  (** ** Primitives *)
  Lemma division_stays X a b (quotient : bool) r : c_nu X = None -> env_ok X [] r ->
    ty X [] a = Some (TS SInt) -> ty X [] b = Some (TS SInt) -> zof (ev r b) <> 0%Z ->
    dn (set_nu (VInt (if quotient then Z.quot (zof (ev r a)) (zof (ev r b)) else Z.rem (zof (ev r a)) (zof (ev r b)))) r) (division a b quotient).
  Proof.
    intros NX EO Ta Tb Nz.
    pose proof (hs_int _ _ _ _ (term_sorted GM _ EO Ta)) as [x Hx]. pose proof (hs_int _ _ _ _ (term_sorted GM _ EO Tb)) as [y Hy].
    rewrite Hx, Hy. rewrite Hy in Nz. cbn [zof] in *. set (z := if quotient then Z.quot x y else Z.rem x y).
    assert (Ea : ev (set_nu (VInt z) r) a = ev r a) by (eapply nu_free; eauto).
    assert (Eb : ev (set_nu (VInt z) r) b = ev r b) by (eapply nu_free; eauto).
    assert (P : forall o e t, ty X [] e = Some t -> ev (push o (set_nu (VInt z) r)) e = ev r e).
    { intros o e t T. transitivity (ev (set_nu (VInt z) r) e); [|eapply nu_free; eauto].
      eapply ev_agree; [|exact T]. constructor; simpl; auto; try (intros [] ?; discriminate); try (intros ? ?; tauto); tauto. }
    assert (G : match b with EInt k => k = (-9223372036854775808)%Z | _ => True end -> dn (set_nu (VInt z) r) (division a b quotient)).
    { intros Hb.
      assert (Hg : ~ ev (set_nu (VInt z) r) b = VInt 0 /\ exists o, hs (sv r) o SInt /\
        let r1 := push o (set_nu (VInt z) r) in
        let (q, m) := if quotient then (VInt z, o) else (o, VInt z) in
        (ev r1 a = VInt (zof (VInt (zof (ev r1 b) * zof q)) + zof m) /\
        ((0 <= zof (ev r1 a) /\ 0 <= zof m \/ zof (ev r1 a) <= 0 /\ zof m <= 0) /\
         (zof (VInt (0 - zof (ev r1 b))) < zof m /\ zof m < zof (ev r1 b) \/
          zof (ev r1 b) < zof m /\ zof m < zof (VInt (0 - zof (ev r1 b))))))%Z).
      { rewrite Eb, Hy. split; [intros [= ->]; tauto|].
        destruct (rounds_to_zero x Nz) as (R1 & R2 & R3).
        exists (VInt (if quotient then Z.rem x y else Z.quot x y)). split; [exact Logic.I|]. cbv zeta.
        destruct quotient; rewrite !(P _ _ _ Ta), !(P _ _ _ Tb), Hx, Hy; cbn [zof]; repeat split; auto; f_equal; exact R1. }
      clearbody z. unfold division. destruct b; try exact (match quotient return _ with true => fun H => H | false => fun H => H end Hg);
        try (destruct quotient; exact Hg). rewrite Hb in Hg |- *. simpl. destruct quotient; exact Hg. }
    destruct b; try (apply G; exact Logic.I; fail).
    rename z0 into k. destruct (k =? -9223372036854775808)%Z eqn:Em.
    { apply G. apply Z.eqb_eq; auto. }
    clear G. injection Hy as ->. unfold division. rewrite Em, (proj2 (Z.eqb_neq y 0)) by auto.
    assert (Ez : z = if quotient then Z.quot x y else Z.rem x y) by reflexivity. clearbody z.
    destruct quotient; [rewrite quot_of in Ez by auto|rewrite rem_of in Ez by auto]; cbn [andb].
    - destruct (y <? 0)%Z; cbn [Expr.dn Expr.ev evbin zof set_nu nu]; rewrite Ea, Hx; cbn [zof]; rewrite isT_vb;
        destruct (0 <=? x)%Z; f_equal; exact Ez.
    - cbn [Expr.dn Expr.ev evbin zof set_nu nu]; rewrite Ea, Hx; cbn [zof]; rewrite isT_vb; destruct (0 <=? x)%Z; f_equal; exact Ez.
  Qed.
  Lemma bool_sorted S b : hs S (vb b) SBool.
  Proof. apply hs_mk with (ss := []); [|exact Logic.I]. unfold SBool. rewrite fields_eq, Hbool. destruct b; reflexivity. Qed.
  Lemma prim_stays n G gs rho r p s phi v : weak n G gs rho r -> prim_cov D defs preds G p = Some (s, phi) -> prim_can kd M rho p v ->
    hs (sv r) v s /\ dn (set_nu v r) phi.
  Proof.
    intros W. assert (N : forall e t w, ty (xctx G []) [] e = Some t -> ev (set_nu w r) e = ev r e) by (intros; eapply prog_nu; eauto).
    destruct p as [| | |a b|i|a b|a b|e]; simpl; intros H Hv.
    - injection H as <- <-. destruct Hv as [z ->]. split; exact Logic.I.
    - injection H as <- <-. destruct Hv as [b ->]. split; [apply bool_sorted|exact Logic.I].
    - injection H as <- <-. destruct Hv as (z & -> & L). split; [exact Logic.I|exact L].
    - apply guard_spec in H as [T [= <- <-]]. apply andb_prop in T as [T1 T2].
      apply andb_prop in T1 as [_ T1]. apply andb_prop in T2 as [_ T2]. apply has_spec in T1, T2.
      destruct Hv as (z & -> & L). split; [exact Logic.I|]. simpl.
      rewrite (N _ _ _ T1), (N _ _ _ T2).
      rewrite (weak_ev _ W T1), (weak_ev _ W T2) in L. exact L.
    - injection H as <- <-. split; [destruct v; exact Hv|exact Logic.I].
    - apply guard_spec in H as [T [= <- <-]]. apply andb_prop in T as [T1 T2].
      apply andb_prop in T1 as [_ T1]. apply andb_prop in T2 as [_ T2]. apply has_spec in T1, T2.
      rewrite (weak_ev _ W T1), (weak_ev _ W T2) in Hv. destruct Hv as [Nz ->]. split; [exact Logic.I|].
      apply (@division_stays (xctx G gs) a b true r); auto; eauto using prog_ty. eapply weak_env; eauto.
    - apply guard_spec in H as [T [= <- <-]]. apply andb_prop in T as [T1 T2].
      apply andb_prop in T1 as [_ T1]. apply andb_prop in T2 as [_ T2]. apply has_spec in T1, T2.
      rewrite (weak_ev _ W T1), (weak_ev _ W T2) in Hv. destruct Hv as [Nz ->]. split; [exact Logic.I|].
      apply (@division_stays (xctx G gs) a b false r); auto; eauto using prog_ty. eapply weak_env; eauto.
    - destruct (ty (xctx G []) [] e) as [[u|]|] eqn:T; try discriminate.
      + injection H as <- <-. rewrite (weak_ev _ W T) in Hv. destruct (dec kd e) eqn:De; [exfalso; eapply dec_form in T; eauto; discriminate|].
        subst v. split; [eapply weak_sorted; eauto|]. simpl. rewrite (N _ _ _ T). reflexivity.
      + apply guard_spec in H as [De [= <- <-]]. rewrite De, (weak_ev _ W T) in Hv. subst v. split; [apply bool_sorted|].
        simpl. rewrite (dec_ev D kd M _ _ De), (N _ _ _ T). destruct (isT (ev r e)); simpl; split; auto; discriminate.
  Qed.

  (** ** Branches *)
  Section Joined.
    Variables (one : nat -> oder -> trie core -> option (sort * expr * list cond * trie core)) (tags : trie nat).
    Hypothesis drops : forall i d bs s phi cs bs', one i d bs = Some (s, phi, cs, bs') -> exists t, tget tags i = Some t /\ bs' = tdrop t bs.
    Lemma branches_ok ns : forall i bs joined s phi cs, branches one ns i bs joined = Some (s, phi, cs) ->
      (forall s0 phi0, joined = Some (s0, phi0) -> s0 = s /\ forall r, dn r phi0 -> dn r phi) /\
      (forall t b, tget bs t = Some b -> exists j d bsj phij csj bsj', In d ns /\ one j d bsj = Some (s, phij, csj, bsj') /\
         tget tags j = Some t /\ tget bsj t = Some b /\ incl csj cs /\ forall r, dn r phij -> dn r phi).
    Proof.
      induction ns as [|d ns IH]; simpl; intros i bs joined s phi cs E.
      - destruct (tbare bs) eqn:B; try discriminate. destruct joined as [[s0 phi0]|]; try discriminate. injection E as <- <- <-.
        split; [intros s1 phi1 [= <- <-]; auto|]. intros t b Eb. rewrite (tbare_none _ B) in Eb. discriminate.
      - destruct (one i d bs) as [[[[s1 phi1] cs1] bs1]|] eqn:O; try discriminate.
        destruct (drops O) as (t1 & Et1 & ->).
        assert (K : exists phi2 cs2, branches one ns (S i) (tdrop t1 bs) (Some (s1, phi2)) = Some (s, phi, cs2) /\ cs = cs1 ++ cs2 /\
          (forall r, dn r phi1 -> dn r phi2) /\ forall s0 phi0, joined = Some (s0, phi0) -> s0 = s1 /\ forall r, dn r phi0 -> dn r phi2).
        { destruct joined as [[s0 phi0]|].
          - destruct (sort_eqb s0 s1) eqn:Es; try discriminate. apply sort_eqb_sound in Es. subst s0.
            destruct (branches _ _ _ _ _) as [[[s3 phi3] cs2]|] eqn:B; try discriminate. injection E as <- <- <-.
            exists (EBin Or phi0 phi1), cs2. split; [auto|]. split; [auto|]. split; [intros r Hr; right; exact Hr|].
            intros s4 phi4 [= <- <-]. split; auto. intros r Hr. left. exact Hr.
          - destruct (branches _ _ _ _ _) as [[[s3 phi3] cs2]|] eqn:B; try discriminate. injection E as <- <- <-.
            exists phi1, cs2. repeat split; auto; discriminate. }
        destruct K as (phi2 & cs2 & B & -> & K1 & K2). destruct (IH _ _ _ _ _ _ B) as [I1 I2]. destruct (I1 _ _ eq_refl) as [-> I3].
        split.
        + intros s0 phi0 E0. destruct (K2 _ _ E0) as [-> K3]. split; auto.
        + intros t b Eb. destruct (Nat.eq_dec t1 t) as [->|N].
          * exists i, d, bs, phi1, cs1, (tdrop t bs). repeat split; auto using incl_appl, incl_refl.
          * assert (Eb' : tget (tdrop t1 bs) t = Some b) by (rewrite tget_drop; auto).
            destruct (I2 _ _ Eb') as (j & d' & bsj & phij & csj & bsj' & H1 & H2 & H3 & H4 & H5 & H6).
            exists j, d', bsj, phij, csj, bsj'. repeat split; auto using incl_appr.
    Qed.
    Variable X : ctx.
    Hypothesis typed : forall i d bs s phi cs bs', one i d bs = Some (s, phi, cs, bs') -> ty (with_nu X s) [] phi = Some TF.
    Lemma branches_typed ns : forall i bs joined s phi cs, branches one ns i bs joined = Some (s, phi, cs) ->
      (forall s0 phi0, joined = Some (s0, phi0) -> ty (with_nu X s0) [] phi0 = Some TF) -> ty (with_nu X s) [] phi = Some TF.
    Proof.
      induction ns as [|d ns IH]; simpl; intros i bs joined s phi cs E H.
      - destruct (tbare bs); try discriminate. destruct joined as [[s0 phi0]|]; try discriminate. injection E as <- <- <-. auto.
      - destruct (one i d bs) as [[[[s1 phi1] cs1] bs1]|] eqn:O; try discriminate. pose proof (typed O) as T1.
        destruct joined as [[s0 phi0]|].
        + destruct (sort_eqb s0 s1) eqn:Es; try discriminate. apply sort_eqb_sound in Es. subst s0.
          destruct (branches _ _ _ _ _) as [[[s3 phi3] cs2]|] eqn:B; try discriminate. injection E as <- <- <-.
          apply (IH _ _ _ _ _ _ B). intros s0 p0 [= <- <-]. cbn [ty_of]. rewrite (H _ _ eq_refl), T1. reflexivity.
        + destruct (branches _ _ _ _ _) as [[[s3 phi3] cs2]|] eqn:B; try discriminate. injection E as <- <- <-.
          apply (IH _ _ _ _ _ _ B). intros s0 p0 [= <- <-]. auto.
    Qed.
  End Joined.
End Sound.
