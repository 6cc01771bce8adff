(** * Soundness: a derivable claim holds

    [sem C e phi] is the pointwise reading of the judgement over the denotation. *)
From Covenant Require Import Base Syntax Denotation Types Context Rules.
Set Implicit Arguments.

Definition sem {G A} (C : ctx G) (e : tm G A) (phi : cty G A) : Prop :=
  forall r, sat C r -> forall v, phi r v -> den e r v.
Definition semv {G t} (C : ctx G) (v : val G t) (r : env G -> rty t) : Prop :=
  forall e, sat C e -> over (r e) (vden v e).

(** ** Calls *)
Lemma arg_lookup G ts (vs : vals G ts) r : forall t (x : var ts t),
  lookup x (vsden vs r) = vden (arg vs x) r.
Proof.
  induction vs; simpl; intros s x; [destruct (no_var x)|].
  revert s x. apply var_cases; simpl; auto.
Qed.
Lemma pre_split ts A (T : fty ts A) : forall a,
  pre_base T a ->
  (forall t (x : var ts t), is_fun t = true -> over (param T a x) (lookup x a)) ->
  pre T a.
Proof.
  induction T; simpl; intros a Hb Hf; auto. destruct t as [B|us B].
  - destruct Hb as [Hr Hb]. split; auto. apply H; auto.
    intros t x E. exact (Hf t (VS x) E).
  - split; [exact (Hf _ VZ eq_refl)|]. apply H; auto.
    intros t x E. exact (Hf t (VS x) E).
Qed.

(** ** Recursive functions *)
Lemma fix_sound G ts A (C : ctx G) (e : tm (Arr ts A :: ts ++ G) A) T ms :
  sem (cfix C T ms) e (fun r => body_ty T (snd r)) ->
  semv C (Fix ts e) (fun r => RF (T r)).
Proof.
  intros IH r Cr args. simpl.
  set (F := fun (f : env ts -> A -> Prop) args a => den e (f, eapp args r) a).
  induction (lex_wf (map (fun m => m r) ms) args) as [args _ IHargs]. intros Hp v Hv.
  apply (@unroll (env ts) A F (fixed F)); auto.
  apply (IH (fixed F, eapp args r)); unfold body_ty; simpl; rewrite ?drop_app, ?take_app; auto.
  split; [tauto|]. intros a Ha w Hw.
  apply pre_require in Ha as [Ha Hd]. apply post_require in Hw. apply IHargs; auto.
  unfold lex_lt. rewrite map_map. exact Hd.
Qed.

Lemma fix_rank_sound G ts A (C : ctx G) (e : tm (Arr ts A :: ts ++ G) A) T rk :
  (forall k, 0 <= k -> sem (crank C T rk k) e (rank_ty T rk k)) ->
  semv C (Fix ts e) (fun r => RF (ensure (T r) (fun a v => 0 <= rk r a v))).
Proof.
  intros IH r Cr args Hp v Hv. apply pre_ensure in Hp. apply post_ensure in Hv as [Hv Hk]. simpl.
  set (F := fun (f : env ts -> A -> Prop) args a => den e (f, eapp args r) a).
  remember (Z.to_nat (rk r args v)) as n eqn:E. revert args v E Hp Hv Hk.
  induction n as [n IHn] using lt_wf_ind. intros args v E Hp Hv Hk.
  apply (@unroll (env ts) A F (fixed F)); auto.
  apply (IH _ Hk (fixed F, eapp args r)); unfold rank_ty, body_ty; simpl;
    rewrite ?drop_app, ?take_app; auto.
  split; [tauto|]. intros a Ha w Hw.
  apply pre_ensure in Ha. apply post_ensure in Hw as [Hw Hlt].
  eapply IHn; [|reflexivity|..]; auto; lia.
Qed.

(** ** All rules *)
Theorem soundness :
  (forall G A (C : ctx G) (e : tm G A) phi, ht C e phi -> sem C e phi) /\
  (forall G t (C : ctx G) (v : val G t) r, htv C v r -> semv C v r).
Proof.
  apply ht_mutind; intros; try (eapply fix_sound; eassumption);
    try (eapply fix_rank_sound; eassumption); unfold sem, semv in *; simpl; intros; auto.
  all: try contradiction.
  - (* TLetE *) destruct H4 as (x & ? & ?). exists x; split; auto. apply H2; auto. split; auto.
  - (* TLetV *) apply H2; auto. split; simpl; auto.
  - (* TApp *) apply H1; auto. apply pre_all_base; auto. eapply allc_spec in H2; eauto.
  - (* TAppFun *) apply H0; auto. apply pre_split; [eapply allc_spec in H3; eauto|].
    intros t x Hx. rewrite arg_lookup. apply H2; auto.
  - (* TMatch *) apply exe_spec in H3 as (ys & E & ?). apply bden_spec. exists ts, d, eb, ys.
    repeat split; auto. apply H1; auto. split; rewrite ?drop_app, ?take_app; auto.
  - (* TMerge *) destruct H4; auto.
  - (* TGuard *) destruct H2. apply H0; simpl; auto.
  - (* TSub *) eapply allc_spec in H1; eauto.
  - (* TEq *) eapply allc_spec in H1; eauto. apply H0, H1; auto.
  - (* TVarFun *) destruct H; simpl; auto. eapply find_spec; eauto.
  - (* TFun *) apply H0; unfold body_ty; simpl; rewrite ?drop_app, ?take_app; auto.
  - (* SubArr *) eapply allc_spec in H2; eauto. simpl in H2.
    destruct (allp_spec _ _ H2 _ H4) as [Hp Hq]. apply (H0 _ H3); auto.
    apply pre_split; auto. intros t x Hx. rewrite (H1 t x Hx). apply param_spec; auto.
  - (* TPolyPred *) apply (all_preds_spec _ _ (H0 _ H1)).
Qed.

(** A closed generator produces every value of its type, for all arguments in its domain. *)
Corollary claim_holds t (g : val [] t) (r : rty t) :
  htv cnil g (fun _ => r) -> over r (vden g tt).
Proof. intros H. exact (proj2 soundness _ _ _ _ _ H tt I). Qed.
Corollary generator_complete ts A (g : val [] (Arr ts A)) (T : fty ts A) :
  htv cnil g (fun _ => RF T) ->
  forall args, pre T args -> forall v, post T args v -> vden g tt args v.
Proof. intros H. exact (claim_holds H). Qed.
Corollary term_complete A (e : tm [] A) (phi : A -> Prop) :
  ht cnil e (fun _ => phi) -> forall v, phi v -> den e tt v.
Proof. intros H. apply (proj1 soundness _ _ _ _ _ H tt I). Qed.
