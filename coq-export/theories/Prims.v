(** * The primitive operations of the kernel, with their meanings

    One definition [prim_NAME] per primitive, in the kernel's order; a test compares the list
    with the kernel's table. Each is the relation between the arguments and the values that
    the operation can produce: the coverage type that rule TAppOp gives it.

    Booleans are characterised ([v = true <-> ..]) rather than computed, so that a test of
    equality means the same at every sort, abstract ones included.

    The kernel's formula language has no truncating division, so it spells [/] and [mod] out
    with division that rounds down. The lemmas at the end show that these formulas say what
    [prim_div] and [prim_mod] say; an exported derivation uses them in a TEq. *)
From Covenant Require Import Base Syntax.

Definition prim_int_gen (v : Z) : Prop := True.
Definition prim_bool_gen (v : bool) : Prop := True.
Definition prim_nat_gen (v : Z) : Prop := 0 <= v.
Definition prim_int_range (lo hi v : Z) : Prop := lo <= v /\ v <= hi.
Definition prim_opaque_gen {A : Set} (v : A) : Prop := True.
(** OCaml's division truncates; dividing by zero produces nothing. *)
Definition prim_div (a b v : Z) : Prop := b <> 0 /\ v = Z.quot a b.
Definition prim_mod (a b v : Z) : Prop := b <> 0 /\ v = Z.rem a b.
(** The value of an expression, given as a function of the variables that it mentions; a
    decidable formula is tested ([test_eval]). *)
Fixpoint prim_eval {ts : list Set} {A : Set} : fn ts A -> fn ts (A -> Prop) :=
  match ts with
  | [] => fun e v => v = e
  | _ :: _ => fun e x => prim_eval (e x)
  end.
Fixpoint test_eval {ts : list Set} : fn ts Prop -> fn ts (bool -> Prop) :=
  match ts with
  | [] => fun e v => v = true <-> e
  | _ :: _ => fun e x => test_eval (e x)
  end.

(** ** Division as the kernel writes it *)
(** By a literal [k]: of [|a|], rounded down, with the sign put back. *)
Definition kernel_div_pos (a k v : Z) := v = if dec (0 <= a) then a / k else 0 - (0 - a) / k.
Definition kernel_div_neg (a k v : Z) := v = if dec (0 <= a) then 0 - a / k else (0 - a) / k.
Definition kernel_mod (a k v : Z) := v = if dec (0 <= a) then a mod k else 0 - (0 - a) mod k.
(** By any [b]: quotient [q] and remainder [r] are characterised. *)
Definition kernel_remainder (a b q r : Z) : Prop :=
  a = b * q + r /\ (0 <= a /\ 0 <= r \/ a <= 0 /\ r <= 0)
  /\ (0 - b < r /\ r < b \/ b < r /\ r < 0 - b).

Lemma remainder_exists a b : b <> 0 -> kernel_remainder a b (Z.quot a b) (Z.rem a b).
Proof.
  intros Hb. pose proof (Z.quot_rem' a b). pose proof (Z.rem_bound_abs a b Hb).
  pose proof (Z.rem_sign_mul a b Hb). split; [auto|].
  assert (a = 0 -> Z.rem a b = 0) by (intros ->; apply Z.rem_0_l; auto).
  split; nia.
Qed.
Lemma remainder_unique a b q r :
  kernel_remainder a b q r -> q = Z.quot a b /\ r = Z.rem a b.
Proof.
  intros (E & S & L). assert (Hb : b <> 0) by lia.
  destruct (remainder_exists a b Hb) as (E' & S' & L').
  assert (H0 : a = 0 -> Z.rem a b = 0) by (intros ->; apply Z.rem_0_l; auto).
  set (q' := Z.quot a b) in *. set (r' := Z.rem a b) in *.
  assert (D : b * (q - q') = r' - r) by nia.
  assert (B : Z.abs (r' - r) < Z.abs b) by lia.
  rewrite <- D, Z.abs_mul in B.
  assert (Z.abs (q - q') = 0) by nia.
  split; nia.
Qed.
Lemma kernel_div_any a b v :
  (~ (b = 0) /\ exists r, kernel_remainder a b v r) <-> prim_div a b v.
Proof.
  split; intros [Hb H]; split; auto.
  - destruct H as [r H]. apply (remainder_unique _ _ _ _ H).
  - exists (Z.rem a b). rewrite H. apply remainder_exists; auto.
Qed.
Lemma kernel_mod_any a b v :
  (~ (b = 0) /\ exists q, kernel_remainder a b q v) <-> prim_mod a b v.
Proof.
  split; intros [Hb H]; split; auto.
  - destruct H as [q H]. apply (remainder_unique _ _ _ _ H).
  - exists (Z.quot a b). rewrite H. apply remainder_exists; auto.
Qed.
Lemma kernel_div_zero a v : False <-> prim_div a 0 v.
Proof. split; [tauto|intros [H _]; auto]. Qed.
Lemma kernel_mod_zero a v : False <-> prim_mod a 0 v.
Proof. split; [tauto|intros [H _]; auto]. Qed.
Lemma quot_of_negative a k : ~ (0 <= a) -> 0 < k -> Z.quot a k = 0 - (0 - a) / k.
Proof.
  intros Ha Hk. rewrite <- Z.quot_div_nonneg by lia.
  rewrite <- (Z.opp_involutive a) at 1. rewrite Z.quot_opp_l by lia.
  replace (0 - a) with (- a) by lia. lia.
Qed.
Lemma rem_of_negative a k : ~ (0 <= a) -> 0 < k -> Z.rem a k = 0 - (0 - a) mod k.
Proof.
  intros Ha Hk. rewrite <- Z.rem_mod_nonneg by lia.
  rewrite <- (Z.opp_involutive a) at 1. rewrite Z.rem_opp_l by lia.
  replace (0 - a) with (- a) by lia. lia.
Qed.
Lemma kernel_div_positive a k v : 0 < k -> kernel_div_pos a k v <-> prim_div a k v.
Proof.
  intros Hk. unfold kernel_div_pos, prim_div. destruct (dec (0 <= a)).
  - rewrite Z.quot_div_nonneg by lia. intuition lia.
  - rewrite quot_of_negative by lia. intuition lia.
Qed.
Lemma kernel_div_negative a k v : 0 < k -> kernel_div_neg a k v <-> prim_div a (- k) v.
Proof.
  intros Hk. unfold kernel_div_neg, prim_div. rewrite Z.quot_opp_r by lia.
  destruct (dec (0 <= a)).
  - rewrite Z.quot_div_nonneg by lia. intuition lia.
  - rewrite quot_of_negative by lia. intuition lia.
Qed.
Lemma kernel_mod_positive a k v : 0 < k -> kernel_mod a k v <-> prim_mod a k v.
Proof.
  intros Hk. unfold kernel_mod, prim_mod. destruct (dec (0 <= a)).
  - rewrite Z.rem_mod_nonneg by lia. intuition lia.
  - rewrite rem_of_negative by lia. intuition lia.
Qed.
Lemma kernel_mod_negative a k v : 0 < k -> kernel_mod a k v <-> prim_mod a (- k) v.
Proof.
  intros Hk. rewrite kernel_mod_positive by auto. unfold prim_mod.
  rewrite Z.rem_opp_r by lia. intuition lia.
Qed.
