(** * Only and exactly, by hand

    [down s] draws how long to count down from [s]. Whatever it returns begins with [s] or is empty: one
    derivation by [OFix], without a measure, although the counting need not end. [single] returns exactly
    the lists [[n]] with [0 <= n]. *)
From Covenant Require Import Export Only.

Definition body : tm [Arr [Base Z] (list Z); Base Z] (list Z) :=
  LetE (Op [] prim_bool_gen << >>)
    (Match (A := bool) (Var v0)
      (bcons [] false (Ret (Con [] (@nil Z) << >>))
      (bcons [] true
        (LetE (Op [Z] (@prim_eval [Z] Z (fun s => s - 1)) << Var v2 >>)
          (LetE (App (Var v2) << Var v0 >>)
            (Ret (Con [Z; list Z] (@cons Z) << Var v4; Var v0 >>))))
      bnil))).
Definition down : val [] (Arr [Base Z] (list Z)) := Fix [Base Z] body.
Definition T : fty [Base Z] (list Z) :=
  Par (RB (fun _ : Z => True)) (fun s : Z => Cov None (fun v =>
    match v with [] => True | x :: _ => x = s end)).

Definition whole : cty [Base bool; Arr [Base Z] (list Z); Base Z] (list Z) :=
  fun r v => @body_ty [] [Base Z] _ (fun _ => T) (snd (snd r)) v.
Lemma down_only : hsv cnil down (fun _ => T).
Proof.
  apply OFix. eapply OSub.
  - eapply OLetE; [apply OAppOp|]. apply OMatch with (phi := whole).
    apply OBranch; [|apply OBranch; [|apply OBranchNone]].
    + eapply OSub; [apply ORet|]. cbn. intros. subst. exact I.
    + eapply OSub.
      * eapply OLetE; [apply OAppOp|]. eapply OLetE; [|apply ORet].
        apply OApp with (T := fun _ => T); [reflexivity| |cbn; auto].
        apply OVarFun. cbn. intros. assumption.
      * cbn. intros. destruct H5 as (y & _ & l & _ & E).
        subst. reflexivity.
  - cbn. intros. destruct H3 as (b & _ & Hv). exact Hv.
Qed.
Theorem down_begins : forall s v, steps (App down << Const s >>) (returned v) ->
  match v with [] => True | x :: _ => x = s end.
Proof. intros s v H. exact (only [Z] down_only (s, tt) (conj I I) v H). Qed.

(** ** Exactly *)
Definition single : val [] (Arr [Base unit] (list Z)) :=
  Lam [Base unit] (LetE (Op [] prim_nat_gen << >>) (Ret (Con [Z; list Z] (@cons Z) << Var v0; Con [] (@nil Z) << >> >>))).
Definition S : fty [Base unit] (list Z) :=
  Par (RB (fun _ : unit => True)) (fun _ => Cov None (fun v => exists n, 0 <= n /\ v = [n])).
Lemma single_every : holds single (RF S).
Proof.
  apply (derived (r := fun _ => RF S)). apply TFun. eapply TSub.
  - eapply TLetE; [apply TAppOp|apply TConst; reflexivity].
  - cbn. intros. destruct H1 as (n & Hn & E). exists n. split; auto.
Qed.
Lemma single_only : hsv cnil single (fun _ => S).
Proof.
  apply OFun. eapply OSub.
  - eapply OLetE; [apply OAppOp|apply ORet].
  - cbn. intros. destruct H1 as (n & Hn & E). exists n. split; auto.
Qed.
Theorem single_exactly : forall v,
  (exists n, 0 <= n /\ v = [n]) <-> steps (App single << Const tt >>) (returned v).
Proof. exact (exactly [unit] single_every single_only (tt, tt) (conj I I)). Qed.

(** A value outside of a claim leaves no derivation of it. *)
Definition empty : fty [Base unit] (list Z) :=
  Par (RB (fun _ : unit => True)) (fun _ => Cov None (fun v => v = [])).
Theorem single_is_not_empty : ~ hsv cnil single (fun _ => empty).
Proof.
  apply (@not_only [unit] (list Z) single empty (tt, tt) [0] (conj I I)); [|discriminate].
  apply single_exactly. exists 0. split; [lia|reflexivity].
Qed.
Print Assumptions single_exactly.
