(** * What the theorem does not allow

    A soundness theorem would be worthless if [holds] were true of everything. Here are statements of which it is
    not, one for each way in which a definition could be too weak. *)
From Verified Require Import Machine.
Set Implicit Arguments.

(** A function without parameters, of integers. *)
Definition toy (ens : expr) (b : core) : statement :=
  let T := FT [] ETrue SInt ens in
  Statement [] [] [] [Global (Scheme 0 [] T) (Some (FLam (erase T) b))] 0.

Lemma toy_model ens b : exists M, good (data (toy ens b)) (s_defs (toy ens b)) M.
Proof.
  eexists. apply (@model_exists _ _ (fun _ _ => True) (fun _ _ => dflt) (fun _ _ => dflt) (fun _ _ _ => True)); auto.
  - intros; tauto.
  - intros [|[|d]]; discriminate.
Qed.
Definition somewhere : env := Env (fun _ => dflt) (fun _ => dflt) dflt (fun _ => dflt) (fun _ _ => False) (fun _ _ => False).
Lemma toy_runs ens b : holds (toy ens b) -> exists M, good (data (toy ens b)) (s_defs (toy ens b)) M /\
  forall z, dn (data (toy ens b)) (kind_of []) M (set_nu (VInt z) somewhere) ens ->
  run (kind_of []) M (global_clo (s_globals (toy ens b))) (fun _ _ _ => True) [] b (VInt z).
Proof.
  intros (C & f & c & E1 & E2 & H). destruct (toy_model ens b) as (M & GM). exists M. split; auto.
  simpl in E1. injection E1 as <- <-. simpl in E2. injection E2 as <-. intros z Hz.
  assert (S := H M GM).
  assert (A : assumptions_hold (toy ens b) nothing M) by (split; simpl; tauto).
  assert (L : libraries_hold (toy ens b) M (fun _ _ _ => True)).
  { intros [|[]] C0; simpl; discriminate. }
  specialize (S A _ L somewhere). rewrite sat_def in S.
  specialize (S [] Logic.I Logic.I (VInt z) Logic.I Hz). inversion S; subst. auto.
Qed.

(** A generator that returns only 0 does not cover the integers. *)
Theorem incomplete : ~ holds (toy ETrue (Ret (EInt 0))).
Proof.
  intros H. apply toy_runs in H as (M & _ & H). specialize (H 1%Z Logic.I). inversion H.
Qed.
(** Nor does one that draws natural numbers, although it has infinitely many. *)
Theorem incomplete_nat : ~ holds (toy ETrue (Op NatGen)).
Proof.
  intros H. apply toy_runs in H as (M & _ & H). specialize (H (-1)%Z Logic.I). inversion_clear H as [| | |? ? ? P| |].
  destruct P as (z & [= <-] & L). lia.
Qed.
(** One that draws integers does. *)
Theorem complete : holds (toy ETrue (Op IntGen)).
Proof. apply check_valid with (c := Certificate [] [Some (TFun (FT [] ETrue SInt ETrue) TAppOp)]). reflexivity. Qed.
(** Failure returns nothing: what [err] covers is empty. *)
Theorem err_covers_nothing ens s : holds (toy ens (Err s)) -> exists M, good (data (toy ens (Err s))) [] M /\
  forall z, ~ dn (data (toy ens (Err s))) (kind_of []) M (set_nu (VInt z) somewhere) ens.
Proof.
  intros H. apply toy_runs in H as (M & GM & H). exists M. split; auto. intros z Hz. specialize (H z Hz). inversion H.
Qed.
(** Diverging returns nothing either. *)
Theorem loop_covers_nothing kd M gl ext r v : ~ call kd M gl ext (Clo r true 0 (App (FVar (length r)) [])) [] v.
Proof.
  set (b := App (FVar (length r)) []).
  enough (K : (forall rho e v, run kd M gl ext rho e v -> rho = r ++ [] ++ [SF (Clo r true 0 b)] -> e = b -> False) /\
              (forall c args v, call kd M gl ext c args v -> c = Clo r true 0 b -> args = [] -> False)).
  { intros H. eapply K; eauto. }
  apply (@run_call_ind kd M gl ext (fun rho e v => rho = r ++ [] ++ [SF (Clo r true 0 b)] -> e = b -> False)
    (fun c args v => c = Clo r true 0 b -> args = [] -> False)); try discriminate; intros; subst.
  - unfold b in H4. injection H4 as -> ->. simpl in H. rewrite nth_error_app2, Nat.sub_diag in H by auto. simpl in H.
    injection H as <-. simpl in H0. injection H0 as <-. auto.
  - injection H2 as -> ->. apply H1; auto.
Qed.
(** A claim about a function that is not there does not hold. *)
Theorem no_claim s : length (s_globals s) <= s_claim s -> ~ holds s.
Proof. intros L (C & f & c & E & _). apply nth_error_None in L. congruence. Qed.
