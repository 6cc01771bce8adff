(** * Tactics and lemmas that mirror the kernel's evidence

    The kernel's steps are introductions and eliminations of constructive logic, which are
    Rocq tactics already. What is here is the rest: pushing a negation inwards, splitting a
    conditional, and refuting ground literals. *)
From Covenant Require Export Base.
Set Implicit Arguments.

(** ** [NotPush]: one level, constructive or for decidable parts *)
Lemma push_not P {D : Dec P} : ~ ~ P -> P.
Proof. destruct D; tauto. Qed.
Lemma push_or P Q : ~ (P \/ Q) -> ~ P /\ ~ Q.
Proof. tauto. Qed.
Lemma push_and_l P Q {D : Dec P} : ~ (P /\ Q) -> ~ P \/ ~ Q.
Proof. destruct D; tauto. Qed.
Lemma push_and_r P Q {D : Dec Q} : ~ (P /\ Q) -> ~ P \/ ~ Q.
Proof. destruct D; tauto. Qed.
Lemma push_imp (P Q : Prop) {D : Dec P} : ~ (P -> Q) -> P /\ ~ Q.
Proof. destruct D; tauto. Qed.
Lemma push_iff P Q {D : Dec P} {E : Dec Q} : ~ (P <-> Q) -> P /\ ~ Q \/ ~ P /\ Q.
Proof. destruct D, E; tauto. Qed.
Lemma push_ex (A : Set) (P : A -> Prop) : ~ (exists x, P x) -> forall x, ~ P x.
Proof. firstorder. Qed.
Arguments push_ex {A P} _ x _.
Lemma push_true : ~ True -> False.
Proof. tauto. Qed.

(** ** [Cut]: not [destruct (dec P)], which would rewrite the conditionals on [P] everywhere *)
Lemma decide P {D : Dec P} : P \/ ~ P.
Proof. destruct D; auto. Qed.
Arguments decide P {D}.

(** ** [IteSplit] *)
Lemma ite_cases (P : Prop) {D : Dec P} (A : Set) (a b : A) :
  P /\ (if dec P then a else b) = a \/ ~ P /\ (if dec P then a else b) = b.
Proof. unfold dec. destruct D; auto. Qed.

(** ** A value does not contain itself: sizes of values, of which integers have none *)
Definition no_size {A : Set} (_ : A) : nat := 0%nat.

(** ** [Leaf]: the facts that the step lists are all that is left in the context.

    Congruence closure with the laws of constructors is [congruence]; arithmetic is [lia];
    equations that pass between the two are asserted one by one by the exporter ([same]). *)
Ltac arith := first [ lia | Z.div_mod_to_equations; lia | nia ].
Ltac same := first [ congruence | arith | (f_equal; arith) ].
Ltac leaf := first [ congruence | arith | exfalso; arith ].
Ltac leaf_now := first [ congruence | lia ].
