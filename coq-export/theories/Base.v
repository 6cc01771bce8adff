(** * What the development takes from the standard library

    Every other file imports this one, so the names of the standard library's modules are
    written once: a Rocq release that moves them is met by editing this file only.

    [EqDec] is the reading of an abstract sort. An OCaml value can be compared with [=], so
    a claim that is polymorphic in a sort quantifies over a [Set] with decidable equality.
    [Dec] is the same for formulas; the evidence of a certificate may split on a formula
    only if an instance says that it is decidable, which is what keeps exported proofs
    constructive and free of axioms. *)
From Coq Require Export List ZArith Lia Bool.
Export ListNotations.
Global Open Scope Z_scope.

Class EqDec (A : Set) : Set := eq_dec : forall x y : A, {x = y} + {x <> y}.
Class Dec (P : Prop) : Set := dec : {P} + {~ P}.
Arguments dec P {_}.

#[global] Instance EqDec_Z : EqDec Z := Z.eq_dec.
#[global] Instance EqDec_bool : EqDec bool := bool_dec.
#[global] Instance EqDec_unit : EqDec unit.
Proof. intros [] []; left; reflexivity. Defined.

#[global] Instance Dec_True : Dec True := left I.
#[global] Instance Dec_False : Dec False := right (fun H => H).
#[global] Instance Dec_eq (A : Set) (D : EqDec A) (x y : A) : Dec (x = y) := eq_dec x y.
#[global] Instance Dec_le (x y : Z) : Dec (x <= y) := Z_le_dec x y.
#[global] Instance Dec_lt (x y : Z) : Dec (x < y) := Z_lt_dec x y.
#[global] Instance Dec_not P (D : Dec P) : Dec (~ P).
Proof. destruct D; [right|left]; tauto. Defined.
#[global] Instance Dec_and P Q (D : Dec P) (E : Dec Q) : Dec (P /\ Q).
Proof. destruct D, E; [left|right|right|right]; tauto. Defined.
#[global] Instance Dec_or P Q (D : Dec P) (E : Dec Q) : Dec (P \/ Q).
Proof. destruct D, E; [left|left|left|right]; tauto. Defined.
#[global] Instance Dec_imp P Q (D : Dec P) (E : Dec Q) : Dec (P -> Q).
Proof. destruct D, E; [left|right|left|left]; tauto. Defined.
#[global] Instance Dec_iff P Q (D : Dec P) (E : Dec Q) : Dec (P <-> Q).
Proof. destruct D, E; [left|right|right|left]; tauto. Defined.

(** A formula together with its decision. A predicate whose own body asks whether it holds
    ([if p t then .. else ..]), or one of several that are mutually recursive, is defined by
    recursion into [decided]: the question can then be asked before the recursion has ended. *)
Record decided : Type := Decided { proposition : Prop; decision : Dec proposition }.
Arguments Decided proposition {decision}.
#[global] Instance Dec_proposition (d : decided) : Dec (proposition d) := decision d.
