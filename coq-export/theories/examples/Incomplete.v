(** * A false claim has no derivation

    The generator of SizedList without its early [[]] covers the lists of length exactly
    [s]. That it covers those of length at most [s] cannot be derived: by soundness and
    adequacy, a run would have to return the empty list. *)
From Covenant Require Import Export.

Fixpoint len (l : list Z) : Z := match l with [] => 0 | _ :: l => 1 + len l end.

Definition body : tm [Arr [Base Z] (list Z); Base Z] (list Z) :=
  LetE (Op [Z] (@test_eval [Z] (fun s => s = 0)) << Var v1 >>)
    (Match (A := bool) (Var v0)
      (bcons [] false
        (LetE (Op [Z] (@prim_eval [Z] Z (fun s => s - 1)) << Var v2 >>)
          (LetE (App (Var v2) << Var v0 >>)
            (LetE (Op [] prim_int_gen << >>)
              (Ret (Con [Z; list Z] (@cons Z) << Var v0; Var v1 >>)))))
      (bcons [] true (Ret (Con [] (@nil Z) << >>)) bnil))).
Definition g : val [] (Arr [Base Z] (list Z)) := Fix [Base Z] body.

Definition T : fty [Base Z] (list Z) :=
  Par (RB (fun s : Z => 0 <= s)) (fun s : Z => Cov None (fun v => len v <= s)).

Theorem no_derivation : ~ htv cnil g (fun _ => RF T).
Proof.
  intros H. pose proof (derived H (1, tt) (conj (Z.le_0_1) I) [] ltac:(cbn; lia)) as N.
  simpl in N. inversion N as [f x a _ B]; subst.
  destruct B as (b & Hb & [([] & E & s & ? & l & ? & n & ? & V)|[([] & E & ?)|[]]]).
  - discriminate V.
  - cbv in E, Hb. subst b. destruct Hb as [Hb _]. specialize (Hb eq_refl). discriminate Hb.
Qed.
Theorem not_reached : ~ (forall v, len v <= 1 -> steps (App g << Const 1 >>) (returned v)).
Proof.
  intros H. specialize (H [] ltac:(cbn; lia)). apply steps_den in H. simpl in H.
  inversion H as [f x a _ B]; subst.
  destruct B as (b & Hb & [([] & E & s & ? & l & ? & n & ? & V)|[([] & E & ?)|[]]]).
  - discriminate V.
  - cbv in E, Hb. subst b. destruct Hb as [Hb _]. specialize (Hb eq_refl). discriminate Hb.
Qed.
Print Assumptions not_reached.
