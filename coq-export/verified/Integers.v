(** * Integers: division that rounds toward zero, and lexicographic measures

    What the soundness of the rules needs of arithmetic, apart from programs. Not chosen: one measure instead of a list of
    them. Functions with two decreasing arguments are common. *)
From Coq Require Import Zquot.
From Verified Require Export Val.
Set Implicit Arguments.

(** ** Division that rounds toward zero *)
Lemma quot_of a k : k <> 0%Z -> Z.quot a k =
  (let (up, down) := if (k <? 0)%Z then (0 - a / Z.abs k, (0 - a) / Z.abs k) else (a / Z.abs k, 0 - (0 - a) / Z.abs k) in
   if (0 <=? a)%Z then up else down)%Z.
Proof.
  intros K. destruct (Z.ltb_spec k 0); destruct (Z.leb_spec 0 a).
  - rewrite Z.abs_neq by lia. rewrite <- (Z.quot_div_nonneg a (- k)) by lia. rewrite Z.quot_opp_r by lia. lia.
  - rewrite Z.abs_neq by lia. rewrite <- (Z.quot_div_nonneg (0 - a) (- k)) by lia.
    replace (0 - a)%Z with (- a)%Z by lia. rewrite Z.quot_opp_opp by lia. auto.
  - rewrite Z.abs_eq by lia. rewrite Z.quot_div_nonneg by lia. auto.
  - rewrite Z.abs_eq by lia. rewrite <- (Z.quot_div_nonneg (0 - a) k) by lia.
    replace (0 - a)%Z with (- a)%Z by lia. rewrite Z.quot_opp_l by lia. lia.
Qed.
Lemma rem_of a k : k <> 0%Z -> Z.rem a k = (if (0 <=? a)%Z then a mod Z.abs k else 0 - (0 - a) mod Z.abs k)%Z.
Proof.
  intros K. assert (A : Z.rem a k = Z.rem a (Z.abs k)).
  { destruct (Z.abs_spec k) as [[_ ->]|[_ ->]]; auto. rewrite Z.rem_opp_r by lia. auto. }
  rewrite A. destruct (Z.leb_spec 0 a).
  - rewrite Z.rem_mod_nonneg by lia. auto.
  - rewrite <- (Z.rem_mod_nonneg (0 - a) (Z.abs k)) by lia.
    replace (0 - a)%Z with (- a)%Z by lia. rewrite Z.rem_opp_l by lia. lia.
Qed.
Lemma round_to_zero a b q r : (b <> 0)%Z -> (a = b * q + r)%Z ->
  (0 <= a /\ 0 <= r \/ a <= 0 /\ r <= 0)%Z -> (0 - b < r /\ r < b \/ b < r /\ r < 0 - b)%Z ->
  q = Z.quot a b /\ r = Z.rem a b.
Proof.
  intros N E S B. apply Zquot_mod_unique_full; auto. unfold Zquot.Remainder. clear E.
  destruct (Z.abs_spec b) as [[? ->]|[? ->]]; lia.
Qed.

Lemma rounds_to_zero a b : (b <> 0)%Z -> (a = b * Z.quot a b + Z.rem a b)%Z /\
  (0 <= a /\ 0 <= Z.rem a b \/ a <= 0 /\ Z.rem a b <= 0)%Z /\ (0 - b < Z.rem a b /\ Z.rem a b < b \/ b < Z.rem a b /\ Z.rem a b < 0 - b)%Z.
Proof.
  intros N. split; [apply Z.quot_rem'|]. pose proof (Z.rem_bound_abs a b N). split.
  - destruct (Z.le_ge_cases 0 a); [left|right]; split; auto; [apply Z.rem_nonneg|apply Z.rem_nonpos]; auto.
  - destruct (Z.abs_spec b), (Z.abs_spec (Z.rem a b)); lia.
Qed.

(** ** Lexicographic measures *)
Fixpoint lexm {X} (ms : list (X -> Z)) (y x : X) : Prop :=
  match ms with
  | [] => False
  | m :: ms => (0 <= m y < m x)%Z \/ (m y = m x /\ lexm ms y x)
  end.
Lemma lexm_wf X (ms : list (X -> Z)) : well_founded (lexm ms).
Proof.
  induction ms as [|m ms IH]; intros x. { constructor; intros ? []. }
  assert (K : forall n x, (m x < Z.of_nat n)%Z -> Acc (lexm (m :: ms)) x).
  { clear x. induction n as [|n IHn]; intros x.
    all: induction (IH x) as [x _ IHx]; intros L; constructor; intros y [H|[E H]].
    - lia.
    - apply IHx; auto; lia.
    - apply IHn; lia.
    - apply IHx; auto; lia. }
  apply (K (S (Z.to_nat (m x)))). lia.
Qed.
