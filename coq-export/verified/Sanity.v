(** * What the theorem does not allow

    A soundness theorem would be worthless if [holds] were true of everything. Here are statements of which it is
    not, one for each way in which a definition could be too weak. *)
From Verified Require Import Machine.
Set Implicit Arguments.

(** A function without parameters, of integers. *)
Definition toy_read (k : reading) (ens : expr) (b : core) : statement :=
  let T := FT [] ETrue SInt ens in
  Statement [] [] [] [Global (Scheme 0 [] T) (Some (FLam (erase T) b))] 0 k.
Definition toy := toy_read Every.

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
  specialize (S A _ L somewhere). cbn [says s_reading toy toy_read] in S. rewrite sat_def in S.
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
Proof. apply check_valid with (c := Certificate [] [Some (RootEvery (TFun (FT [] ETrue SInt ETrue) TAppOp))]). reflexivity. Qed.
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
(** ** The other direction *)
Lemma toy_stays k ens b z : k <> Every -> holds (toy_read k ens b) ->
  exists M, good (data (toy_read k ens b)) (s_defs (toy_read k ens b)) M /\
  (run (kind_of []) M (global_clo (s_globals (toy_read k ens b))) (fun _ _ _ => True) [] b (VInt z) ->
   dn (data (toy_read k ens b)) (kind_of []) M (set_nu (VInt z) somewhere) ens).
Proof.
  intros Hk (C & f & c & E1 & E2 & H). destruct (toy_model ens b) as (M & GM). exists M. split; auto.
  simpl in E1. injection E1 as <- <-. simpl in E2. injection E2 as <-. intros R.
  assert (A : assumptions_hold (toy_read k ens b) nothing M) by (split; simpl; tauto).
  assert (L : libraries_hold (toy_read k ens b) M (fun _ _ _ => True)).
  { intros [|[]] C0; simpl; discriminate. }
  specialize (H M GM A _ L somewhere). cbn [s_reading toy_read] in H.
  assert (S : stays (data (toy_read k ens b)) (kind_of []) M (global_clo (s_globals (toy_read k ens b))) (fun _ _ _ => True)
    (FT [] ETrue SInt ens) somewhere (Clo [] false 0 b)) by (destruct k; [tauto|exact H|exact (proj2 H)]).
  destruct (S [] (VInt z) Logic.I) as [_ K]; [constructor; auto|]. apply K; exact Logic.I.
Qed.
(** A generator of integers does not produce only natural numbers: it has values in excess. *)
Theorem excess : ~ holds (toy_read Only (EBin Le (EInt 0) (ENu SInt)) (Op IntGen)).
Proof.
  intros H. apply toy_stays with (z := (-1)%Z) in H as (M & _ & H); [|discriminate]. cbn in H.
  assert (K : (0 <= -1)%Z) by (apply H; constructor; simpl; eauto). lia.
Qed.
(** Nor exactly these, although it covers them. *)
Theorem excess_exactly : ~ holds (toy_read Exactly (EBin Le (EInt 0) (ENu SInt)) (Op IntGen)).
Proof.
  intros H. apply toy_stays with (z := (-1)%Z) in H as (M & _ & H); [|discriminate]. cbn in H.
  assert (K : (0 <= -1)%Z) by (apply H; constructor; simpl; eauto). lia.
Qed.
(** What is claimed must be both: one that returns only 0 produces only natural numbers, but not exactly these. *)
Theorem lacking_exactly : ~ holds (toy_read Exactly (EBin Le (EInt 0) (ENu SInt)) (Ret (EInt 0))).
Proof.
  intros (C & f & c & E1 & E2 & H). destruct (toy_model (EBin Le (EInt 0) (ENu SInt)) (Ret (EInt 0))) as (M & GM).
  simpl in E1. injection E1 as <- <-. simpl in E2. injection E2 as <-.
  assert (A : assumptions_hold (toy_read Exactly (EBin Le (EInt 0) (ENu SInt)) (Ret (EInt 0))) nothing M) by (split; simpl; tauto).
  assert (L : libraries_hold (toy_read Exactly (EBin Le (EInt 0) (ENu SInt)) (Ret (EInt 0))) M (fun _ _ _ => True)).
  { intros [|[]] C0; simpl; discriminate. }
  destruct (H M GM A _ L somewhere) as [S _]. rewrite sat_def in S.
  assert (K : (0 <= 1)%Z) by lia. specialize (S [] Logic.I Logic.I (VInt 1) Logic.I K). inversion S as [? ? ? ? ? _ R| |]; subst. inversion R.
Qed.
(** One that draws natural numbers produces exactly these. *)
Theorem exact : holds (toy_read Exactly (EBin Le (EInt 0) (ENu SInt)) (Op NatGen)).
Proof.
  pose (T := FT [] ETrue SInt (EBin Le (EInt 0) (ENu SInt))).
  apply check_valid with (c := Certificate [] [Some (TExactly (TFun T TAppOp) (OFun T OAppOp))]). reflexivity.
Qed.
(** Failure stays within every claim, also within one that allows nothing. *)
Theorem err_stays_within ens : holds (toy_read Only ens (Err SInt)).
Proof.
  exists (Scheme 0 [] (FT [] ETrue SInt ens)), (FLam (erase (FT [] ETrue SInt ens)) (Err SInt)), (Clo [] false 0 (Err SInt)).
  split; [reflexivity|]. split; [reflexivity|]. intros M GM _ ext _ r args v _ Hc. inversion Hc as [? ? ? ? ? _ R| |]; subst. inversion R.
Qed.
(** A claim about a function that is not there does not hold. *)
Theorem no_claim s : length (s_globals s) <= s_claim s -> ~ holds s.
Proof. intros L (C & f & c & E & _). apply nth_error_None in L. congruence. Qed.
