(** * What a derivation says about runs

    Soundness and adequacy together: the statement that an exported certificate ends with. *)
From Covenant Require Import Base Syntax Denotation Types Context Rules Soundness SmallStep Adequacy.
Set Implicit Arguments.

(** A claim about a closed function, as the rules prove it. *)
Definition holds {t} (g : val [] t) (r : rty t) : Prop := over r (vden g tt).
Lemma derived t (g : val [] t) (r : env [] -> rty t) : htv cnil g r -> holds g (r tt).
Proof. intros H. exact (proj2 soundness _ _ _ _ _ H tt I). Qed.

(** A generator with base parameters, called with constants that satisfy its parameters'
    refinements, can return every value of its coverage type. *)
Theorem coverage ts A (g : val [] (Arr (bases ts) A)) (T : fty (bases ts) A) :
  holds g (RF T) ->
  forall args, pre T args -> forall v, post T args v -> steps (call g args) (returned v).
Proof. intros H args Hp v Hv. apply call_adequacy. exact (H args Hp v Hv). Qed.
Arguments coverage ts {A g T} _ args _ v _.

(** The same in plain quantifiers: on a concrete type this reduces to
    [forall x1, phi1 x1 -> forall x2, .. -> forall v, phi v -> steps .. (returned v)]. *)
Fixpoint plain {ts A} (T : fty ts A) : (env ts -> Prop) -> Prop :=
  match T with
  | Cov None _ => fun P => P tt
  | Cov (Some Q) _ => fun P => Q -> P tt
  | Par r k => fun P => forall x, over r x -> plain (k x) (fun xs => P (x, xs))
  end.
Lemma plain_intro ts A (T : fty ts A) : forall P : env ts -> Prop,
  (forall a, pre T a -> P a) -> plain T P.
Proof.
  induction T as [A [Q|] phi|]; simpl; intros P' H'.
  - intros q. exact (H' tt q).
  - exact (H' tt I).
  - intros x Hx. apply H. intros a Ha. apply H'. split; assumption.
Qed.
Theorem coverage_plain ts A (g : val [] (Arr (bases ts) A)) (T : fty (bases ts) A) :
  holds g (RF T) ->
  plain T (fun args => forall v, post T args v -> steps (App g (inject args)) (returned v)).
Proof. intros H. apply plain_intro. exact (coverage ts H). Qed.
Arguments coverage_plain ts {A g T} _.

(** With function parameters: for all closed arguments. *)
Theorem coverage_at ts A (g : val [] (Arr ts A)) (T : fty ts A) :
  holds g (RF T) ->
  forall vs : vals [] ts, pre T (vsden vs tt) ->
  forall v, post T (vsden vs tt) v -> steps (App g vs) (returned v).
Proof. intros H vs Hp v Hv. apply adequacy. exact (H _ Hp v Hv). Qed.
Arguments coverage_at ts {A g T} _ vs _ v _.

(** A function argument satisfies its parameter's type if its runs say so. *)
Lemma holds_runs ts A (h : val [] (Arr (bases ts) A)) (T : fty (bases ts) A) :
  (forall args, pre T args -> forall v, post T args v -> steps (call h args) (returned v)) <->
  over (RF T) (vden h tt).
Proof.
  split; intros H args Hp v Hv; apply call_adequacy; apply H; auto.
Qed.

(** A closed term. *)
Theorem coverage_term A (e : tm [] A) (phi : A -> Prop) :
  ht cnil e (fun _ => phi) -> forall v, phi v -> steps e (returned v).
Proof. intros H v Hv. apply adequacy. apply (term_complete H v Hv). Qed.

(** The other reading: if every value in the denotation is allowed, every run that ends
    returns an allowed value. *)
Theorem only_allowed A (e : tm [] A) (phi : A -> Prop) :
  (forall v, den e tt v -> phi v) -> forall v, steps e (returned v) -> phi v.
Proof. intros H v Hv. apply H, adequacy, Hv. Qed.

(** ** Runs are not for the asking

    What the theorems above conclude is not true of everything: a run returns only what the
    program says. *)
Lemma returns_itself_only (A : Set) (v w : A) : steps (returned v) (returned w) -> w = v.
Proof. exact (fun H => proj2 (adequacy (returned v) w) H). Qed.
Lemma err_returns_nothing (A : Set) (v : A) : ~ steps Err (returned v).
Proof. exact (fun H => proj2 (adequacy Err v) H). Qed.
Lemma op_returns_only ts (A : Set) (F : fn ts (A -> Prop)) vs v :
  steps (Op ts F vs) (returned v) -> fapp F (vsden vs tt) v.
Proof. exact (fun H => proj2 (adequacy (Op ts F vs) v) H). Qed.
