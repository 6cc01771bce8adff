(** * The prelude: datatypes, definitions and lemmas, proved

    What [elaborator/prelude/prelude.ml] declares, in Rocq, with a proof of every lemma it
    states. An exported certificate does not import this file: it carries the definitions
    and lemmas that its claim uses. This file shows that the prelude as a whole is sound. *)
From Covenant Require Import Base.

Arguments Z.add : simpl never.
Arguments Z.sub : simpl never.

(** ** Integers *)
Definition max (a b : Z) : Z := if dec (a <= b) then b else a.
Definition min (a b : Z) : Z := if dec (a <= b) then a else b.
Definition abs (a : Z) : Z := if dec (0 <= a) then a else 0 - a.

(** ** Lists *)
Fixpoint len {A : Set} (l : list A) : Z := match l with [] => 0 | _ :: t => 1 + len t end.
Fixpoint mem {A : Set} (l : list A) (x : A) : Prop :=
  match l with [] => False | y :: t => y = x \/ mem t x end.
Definition hd {A : Set} (l : list A) (x : A) : Prop := match l with [] => False | y :: _ => y = x end.
Definition tl {A : Set} (l rest : list A) : Prop := match l with [] => False | _ :: t => t = rest end.
Fixpoint sorted (l : list Z) : Prop :=
  match l with
  | [] => True
  | x :: t => match t with [] => True | y :: _ => x <= y end /\ sorted t
  end.
Fixpoint uniq {A : Set} (l : list A) : Prop :=
  match l with [] => True | x :: t => ~ mem t x /\ uniq t end.
Fixpoint list_nth_pred {A : Set} (l : list A) (n : Z) (x : A) : Prop :=
  match l with
  | [] => False
  | y :: t => (n = 0 -> y = x) /\ (n <> 0 -> list_nth_pred t (n - 1) x)
  end.
Fixpoint list_snd_mem {A : Set} (l : list (Z * A)) (x : A) : Prop :=
  match l with [] => False | p :: t => snd p = x \/ list_snd_mem t x end.
Fixpoint append {A : Set} (a b : list A) : list A :=
  match a with [] => b | x :: t => x :: append t b end.
Definition list_concat {A : Set} (a b ab : list A) : Prop := append a b = ab.

Lemma len_nonneg (A : Set) (l : list A) : 0 <= len l.
Proof. induction l; simpl; lia. Qed.
Lemma sorted_mem (x : Z) (l : list Z) (u : Z) : sorted (x :: l) /\ mem l u -> x <= u.
Proof.
  revert x. induction l as [|y l IH]; simpl; intros x [[H S] M]; [tauto|].
  destruct M as [<-|M]; [exact H|]. specialize (IH y (conj S M)). lia.
Qed.
Lemma len_append (A : Set) (a b : list A) : len (append a b) = len a + len b.
Proof. induction a; simpl; lia. Qed.

(** ** Binary trees *)
Inductive tree (A : Set) : Set := Leaf | Node (x : A) (l r : tree A).
Arguments Leaf {A}. Arguments Node {A} x l r.
Fixpoint depth {A : Set} (t : tree A) : Z :=
  match t with Leaf => 0 | Node _ l r => 1 + max (depth l) (depth r) end.
Definition root {A : Set} (t : tree A) (x : A) : Prop :=
  match t with Leaf => False | Node y _ _ => y = x end.
Definition lch {A : Set} (t l : tree A) : Prop :=
  match t with Leaf => False | Node _ child _ => child = l end.
Definition rch {A : Set} (t r : tree A) : Prop :=
  match t with Leaf => False | Node _ _ child => child = r end.
Fixpoint tree_mem {A : Set} (t : tree A) (x : A) : Prop :=
  match t with Leaf => False | Node y l r => y = x \/ tree_mem l x \/ tree_mem r x end.
Fixpoint tree_all_lt (t : tree Z) (x : Z) : Prop :=
  match t with Leaf => True | Node y l r => y < x /\ tree_all_lt l x /\ tree_all_lt r x end.
Fixpoint tree_all_gt (t : tree Z) (x : Z) : Prop :=
  match t with Leaf => True | Node y l r => x < y /\ tree_all_gt l x /\ tree_all_gt r x end.
Fixpoint bst (t : tree Z) : Prop :=
  match t with
  | Leaf => True
  | Node x l r => tree_all_lt l x /\ tree_all_gt r x /\ bst l /\ bst r
  end.
Definition tree_root_le (t : tree Z) (x : Z) : Prop :=
  match t with Leaf => True | Node y _ _ => y <= x end.
Fixpoint heap (t : tree Z) : Prop :=
  match t with
  | Leaf => True
  | Node x l r => tree_root_le l x /\ tree_root_le r x /\ heap l /\ heap r
  end.
Fixpoint complete {A : Set} (t : tree A) : Prop :=
  match t with Leaf => True | Node _ l r => depth l = depth r /\ complete l /\ complete r end.
Fixpoint tree_num_node {A : Set} (t : tree A) : Z :=
  match t with Leaf => 0 | Node _ l r => 1 + tree_num_node l + tree_num_node r end.

Lemma depth_nonneg (A : Set) (t : tree A) : 0 <= depth t.
Proof. induction t; simpl; unfold max; [lia|]. destruct (dec _); lia. Qed.
Lemma tree_num_node_nonneg (A : Set) (t : tree A) : 0 <= tree_num_node t.
Proof. induction t; simpl; lia. Qed.
Lemma tree_all_lt_mem (t : tree Z) (x u : Z) : tree_all_lt t x /\ tree_mem t u -> u < x.
Proof. induction t; simpl; [tauto|]. intros [(H & L & R) [<-|[M|M]]]; auto. Qed.
Lemma tree_all_gt_mem (t : tree Z) (x u : Z) : tree_all_gt t x /\ tree_mem t u -> x < u.
Proof. induction t; simpl; [tauto|]. intros [(H & L & R) [<-|[M|M]]]; auto. Qed.
Lemma heap_mem (t : tree Z) (x u : Z) : heap t /\ tree_root_le t x /\ tree_mem t u -> u <= x.
Proof.
  revert x. induction t as [|y l IHl r IHr]; simpl; intros x (H & R & M); [tauto|].
  destruct H as (Rl & Rr & Hl & Hr). destruct M as [<-|[M|M]]; [exact R|..].
  - specialize (IHl y (conj Hl (conj Rl M))). lia.
  - specialize (IHr y (conj Hr (conj Rr M))). lia.
Qed.

(** ** Red-black trees: [true] is red *)
Inductive rbtree (A : Set) : Set := Rbtleaf | Rbtnode (red : bool) (l : rbtree A) (x : A) (r : rbtree A).
Arguments Rbtleaf {A}. Arguments Rbtnode {A} red l x r.
Definition rb_root_color {A : Set} (t : rbtree A) (c : bool) : Prop :=
  match t with Rbtleaf => False | Rbtnode d _ _ _ => d = c end.
Fixpoint no_red_red {A : Set} (t : rbtree A) : Prop :=
  match t with
  | Rbtleaf => True
  | Rbtnode red l _ r =>
      (~ red = true \/ (~ rb_root_color l true /\ ~ rb_root_color r true))
      /\ no_red_red l /\ no_red_red r
  end.
Fixpoint num_black {A : Set} (t : rbtree A) : Z :=
  match t with
  | Rbtleaf => 0
  | Rbtnode red l _ r =>
      if dec (num_black l = num_black r /\ 0 <= num_black l)
      then if dec (red = true) then num_black l else 1 + num_black l
      else -1
  end.
Lemma num_black_bound (A : Set) (t : rbtree A) : -1 <= num_black t.
Proof. induction t; simpl; [lia|]. destruct (dec _) as [[_ H]|]; [destruct (dec _)|]; lia. Qed.

(** ** Streams *)
Inductive lazyty (A : Set) : Set := Lazyty (x : A).
Arguments Lazyty {A} x.
Inductive stream (A : Set) : Set := Streamnil | Streamlazycons (x : A) (s : lazyty (stream A)).
Arguments Streamnil {A}. Arguments Streamlazycons {A} x s.
Definition forc {A : Set} (s : lazyty A) : A := match s with Lazyty x => x end.
Fixpoint stream_len {A : Set} (s : stream A) : Z :=
  match s with Streamnil => 0 | Streamlazycons _ (Lazyty rest) => 1 + stream_len rest end.
Lemma stream_len_nonneg (A : Set) : forall s : stream A, 0 <= stream_len s.
Proof. fix IH 1. intros [|x [s]]; simpl; [lia|]. specialize (IH s). lia. Qed.

(** ** Leftist heaps *)
Inductive leftisthp (A : Set) : Set := Lhpleaf | Lhpnode (rank : Z) (x : A) (l r : leftisthp A).
Arguments Lhpleaf {A}. Arguments Lhpnode {A} rank x l r.
Fixpoint leftisthp_depth {A : Set} (h : leftisthp A) : Z :=
  match h with Lhpleaf => 0 | Lhpnode _ _ l _ => 1 + leftisthp_depth l end.
Lemma leftisthp_depth_nonneg (A : Set) (h : leftisthp A) : 0 <= leftisthp_depth h.
Proof. induction h; simpl; lia. Qed.

(** ** Simply typed lambda terms *)
Inductive stlc_ty : Set := Stlc_ty_nat | Stlc_ty_arr (from result : stlc_ty).
Inductive stlc_term : Set :=
| Stlc_const (n : Z) | Stlc_id (n : Z) | Stlc_app (f a : stlc_term)
| Stlc_abs (from : stlc_ty) (body : stlc_term).
Fixpoint num_app (t : stlc_term) : Z :=
  match t with
  | Stlc_const _ | Stlc_id _ => 0
  | Stlc_app f a => 1 + num_app f + num_app a
  | Stlc_abs _ body => num_app body
  end.
Fixpoint num_arr (ty : stlc_ty) : Z :=
  match ty with Stlc_ty_nat => 0 | Stlc_ty_arr _ result => 1 + num_arr result end.
Fixpoint typing (gamma : list stlc_ty) (t : stlc_term) (ty : stlc_ty) : Prop :=
  match t with
  | Stlc_const _ => ty = Stlc_ty_nat
  | Stlc_id n => list_nth_pred gamma n ty
  | Stlc_app f a => exists from, typing gamma f (Stlc_ty_arr from ty) /\ typing gamma a from
  | Stlc_abs from body =>
      exists result, ty = Stlc_ty_arr from result /\ typing (from :: gamma) body result
  end.
Lemma num_app_nonneg (t : stlc_term) : 0 <= num_app t.
Proof. induction t; simpl; lia. Qed.
Lemma num_arr_nonneg (ty : stlc_ty) : 0 <= num_arr ty.
Proof. induction ty; simpl; lia. Qed.
