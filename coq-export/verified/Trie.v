(** * Lists that are looked into by number

    Constructors of a datatype and branches of a match are found by number, and a program may have thousands of them. A [trie] finds one in
    as many steps as the number has binary digits. Part of the meaning of a claim: read [trie] and [tget]; or read
    [tget_list] and [tget_pairs], which say that the tries that are made here are the lists that they are made from.

    Not chosen: lists ([nth_error] made a function with a thousand alternatives quadratic); maps of the standard library, whose keys
    are binary while numbers of constructors are [nat], which the extracted program has as [int]. *)
From Coq Require Export List Arith Lia Bool.
Export ListNotations.
Set Implicit Arguments.

(** Number 0 is at the root; of the others, those one above an even number are in [l], the rest in [r]. *)
Inductive trie A := Nil | Fork (x : option A) (l r : trie A).
Arguments Nil {A}.
Definition even_half (i h : nat) : bool := Nat.eqb (h + h) i.
Fixpoint tget {A} (t : trie A) (i : nat) : option A :=
  match t with
  | Nil => None
  | Fork x l r =>
      match i with
      | O => x
      | S i => let h := Nat.div2 i in if even_half i h then tget l h else tget r h
      end
  end.
(** Puts [v] at the number [i], which is at most [fuel]. *)
Fixpoint tput {A} (fuel i : nat) (v : A) (t : trie A) : trie A :=
  let '(x, l, r) := match t with Nil => (None, Nil, Nil) | Fork x l r => (x, l, r) end in
  match i, fuel with
  | S i, S fuel =>
      let h := Nat.div2 i in if even_half i h then Fork x (tput fuel h v l) r else Fork x l (tput fuel h v r)
  | _, _ => Fork (Some v) l r
  end.

Lemma half_cases i : (even_half i (Nat.div2 i) = true /\ i = Nat.div2 i + Nat.div2 i) \/
                     (even_half i (Nat.div2 i) = false /\ i = S (Nat.div2 i + Nat.div2 i)).
Proof.
  unfold even_half. rewrite Nat.eqb_eq, Nat.eqb_neq. pose proof (Nat.div2_odd i) as H.
  destruct (Nat.odd i); simpl Nat.b2n in H; lia.
Qed.
Lemma tget_put A n (v : A) : forall i j t, i <= n -> tget (tput n i v t) j = if Nat.eqb i j then Some v else tget t j.
Proof.
  assert (N : forall j, tget (A := A) Nil j = None) by (intros []; auto).
  induction n as [|n IH]; intros i j t Hi.
  - replace i with 0 by lia. destruct t, j; simpl; auto. destruct (even_half _ _); auto.
  - destruct i as [|i].
    + destruct t, j; simpl; auto. destruct (even_half _ _); auto.
    + assert (Hh : Nat.div2 i <= n) by (destruct (half_cases i) as [[_ E]|[_ E]]; lia).
      destruct (half_cases i) as [[Ei Di]|[Ei Di]]; destruct t as [|x l r]; cbn [tput]; cbv zeta; rewrite Ei;
        (destruct j as [|j]; [reflexivity|]); cbn [tget]; cbv zeta;
        destruct (half_cases j) as [[Ej Dj]|[Ej Dj]]; rewrite Ej; rewrite ?IH, ?N by auto;
        (destruct (Nat.eqb_spec (S i) (S j)) as [E|E];
         [ first [ replace (Nat.div2 j) with (Nat.div2 i) by lia; rewrite Nat.eqb_refl; reflexivity | exfalso; lia ]
         | try reflexivity;
           (destruct (Nat.eqb_spec (Nat.div2 i) (Nat.div2 j)) as [Eh|Eh]; [exfalso; lia|reflexivity]) ]).
Qed.

(** The list, each under its position, from [i] on. *)
Fixpoint tlist_from {A} (i : nat) (l : list A) : trie A :=
  match l with [] => Nil | x :: l => tput i i x (tlist_from (S i) l) end.
Definition tlist {A} (l : list A) : trie A := tlist_from 0 l.
(** Pairs, each under its first part; the first of them counts. *)
Definition tpairs {A} (l : list (nat * A)) : trie A := fold_right (fun p t => tput (fst p) (fst p) (snd p) t) Nil l.

Lemma tget_list_from A (l : list A) : forall i j, tget (tlist_from i l) j = if j <? i then None else nth_error l (j - i).
Proof.
  induction l as [|x l IH]; intros i j; cbn [tlist_from].
  - destruct (j <? i), (j - i); reflexivity.
  - rewrite tget_put, IH by auto. destruct (Nat.eqb_spec i j) as [->|E].
    + rewrite Nat.ltb_irrefl, Nat.sub_diag. reflexivity.
    + destruct (Nat.ltb_spec j (S i)), (Nat.ltb_spec j i); try lia; auto.
      replace (j - i) with (S (j - S i)) by lia. reflexivity.
Qed.
Lemma tget_list A (l : list A) i : tget (tlist l) i = nth_error l i.
Proof. unfold tlist. rewrite tget_list_from. simpl. rewrite Nat.sub_0_r. reflexivity. Qed.
Lemma tget_pairs A (l : list (nat * A)) i : tget (tpairs l) i = option_map snd (find (fun p => Nat.eqb (fst p) i) l).
Proof.
  induction l as [|p l IH]; cbn [tpairs fold_right find]; [reflexivity|]. rewrite tget_put by auto.
  destruct (Nat.eqb (fst p) i); [reflexivity|exact IH].
Qed.

(** Without what is at the number [i]; and whether nothing is left. *)
Fixpoint tdrop {A} (i : nat) (t : trie A) : trie A :=
  match t with
  | Nil => Nil
  | Fork x l r =>
      match i with
      | O => Fork None l r
      | S i => let h := Nat.div2 i in if even_half i h then Fork x (tdrop h l) r else Fork x l (tdrop h r)
      end
  end.
Fixpoint tbare {A} (t : trie A) : bool :=
  match t with Nil => true | Fork (Some _) _ _ => false | Fork None l r => tbare l && tbare r end.
Lemma tget_drop A (t : trie A) : forall i j, i <> j -> tget (tdrop i t) j = tget t j.
Proof.
  induction t as [|x l IHl r IHr]; intros i j N; auto. destruct i as [|i], j as [|j]; try lia; auto; cbn [tdrop]; cbv zeta.
  - destruct (even_half i _); reflexivity.
  - destruct (half_cases i) as [[-> Di]|[-> Di]]; cbn [tget]; cbv zeta; destruct (half_cases j) as [[-> Dj]|[-> Dj]]; auto;
      first [apply IHl|apply IHr]; lia.
Qed.
Lemma tbare_none A (t : trie A) : tbare t = true -> forall i, tget t i = None.
Proof.
  induction t as [|[x|] l IHl r IHr]; simpl; intros H i; auto; try discriminate. apply andb_prop in H as [H1 H2].
  destruct i as [|i]; auto. destruct (even_half _ _); auto.
Qed.
