(** * Refinement types

    Telescopes are deep, qualifiers are Rocq predicates. An open type is a function from the
    environment, so weakening a type needs no lemma.

    A function type ends with a requirement on all its parameters together and with what is
    covered: [Cov (Some P) phi], or [Cov None phi] if nothing more is required. The typing
    rule of [fix] states the decrease of the measure with the requirement; a claim may use
    it for a precondition that belongs to no single parameter. *)
From Covenant Require Import Base Syntax Denotation.
Set Implicit Arguments.

(** Predicate variables of a scheme: [preds [[A; B]; [C]]] is a pair of a relation on [A]
    and [B] and a predicate on [C]. *)
Fixpoint preds (ps : list (list Set)) : Type :=
  match ps with [] => unit | p :: ps => fn p Prop * preds ps end%type.
Fixpoint all_preds ps : (preds ps -> Prop) -> Prop :=
  match ps with
  | [] => fun Q => Q tt
  | p :: ps => fun Q => forall P : fn p Prop, all_preds ps (fun js => Q (P, js))
  end.
Lemma all_preds_spec ps Q : all_preds ps Q -> forall j, Q j.
Proof. induction ps; simpl; intros H []; auto. apply (IHps _ (H _)). Qed.

(** An optional requirement. *)
Definition required (P : option Prop) : Prop := match P with None => True | Some P => P end.
Definition and_required (P : option Prop) (D : Prop) : option Prop :=
  match P with None => Some D | Some P => Some (P /\ D) end.

Inductive rty : ty -> Type :=
| RB {A : Set} (phi : A -> Prop) : rty (Base A)                    (* {v:A | phi}     *)
| RF {ts A} (T : fty ts A) : rty (Arr ts A)
| RAll {t} ps (r : preds ps -> rty t) : rty t                      (* forall P. r     *)
with fty : list ty -> Set -> Type :=
| Cov {A : Set} (P : option Prop) (phi : A -> Prop) : fty [] A     (* P => [v:A | phi] *)
| Par {t ts A} (r : rty t) (k : interp t -> fty ts A) : fty (t :: ts) A.  (* x:r -> k *)

(** What a function of type [T] covers, given arguments. *)
Fixpoint post {ts A} (T : fty ts A) : env ts -> A -> Prop :=
  match T with
  | Cov _ phi => fun _ => phi
  | Par _ k => fun a => post (k (fst a)) (snd a)
  end.
(** The values of a type, and the arguments that a function type accepts. *)
Fixpoint over {t} (r : rty t) : interp t -> Prop :=
  match r with
  | RB phi => phi
  | RF T => fun f => forall args, pre T args -> forall v, post T args v -> f args v
  | RAll ps r => fun f => all_preds ps (fun j => over (r j) f)
  end
with pre {ts A} (T : fty ts A) : env ts -> Prop :=
  match T with
  | Cov P _ => fun _ => required P
  | Par r k => fun a => over r (fst a) /\ pre (k (fst a)) (snd a)
  end.

(** The part of [pre] that is a formula: base parameters and requirements. *)
Fixpoint pre_base {ts A} (T : fty ts A) : env ts -> Prop :=
  match T with
  | Cov P _ => fun _ => required P
  | @Par t _ _ r k =>
      match t return rty t -> (interp t -> fty _ _) -> _ with
      | Base _ => fun r k a => over r (fst a) /\ pre_base (k (fst a)) (snd a)
      | Arr _ _ => fun _ k a => pre_base (k (fst a)) (snd a)
      end r k
  end.

Lemma pre_all_base ts A (T : fty ts A) :
  all_base ts = true -> forall a, pre_base T a -> pre T a.
Proof.
  induction T; simpl; auto; intros Hb a Ha.
  destruct t; [|discriminate]. destruct Ha; auto.
Qed.

(** The type of a parameter, given all the arguments. *)
Definition pick {P : ty -> Type} {s ts} (here : P s) (there : forall t, var ts t -> P t) {t}
  (x : var (s :: ts) t) : P t :=
  match x in var G t return
    match G with [] => unit | s :: ts => P s -> (forall t, var ts t -> P t) -> P t end with
  | VZ => fun here _ => here
  | VS x => fun _ there => there _ x
  end here there.
Lemma var_cases {s ts} (P : forall t, var (s :: ts) t -> Prop) :
  P s VZ -> (forall t x, P t (VS x)) -> forall t x, P t x.
Proof.
  intros H0 HS t x. revert P H0 HS.
  refine (match x in var G t return
    match G return var G t -> Prop with
    | [] => fun _ => True
    | s :: ts => fun x => forall P : (forall t, var (s :: ts) t -> Prop),
        P s VZ -> (forall t x, P t (VS x)) -> P t x
    end x with VZ => _ | VS _ => _ end); auto.
Qed.
Fixpoint param {ts A} (T : fty ts A) : env ts -> forall t, var ts t -> rty t :=
  match T with
  | Cov _ _ => fun _ t x => match no_var x with end
  | Par r k => fun a t x => pick (P := rty) r (@param _ _ (k (fst a)) (snd a)) x
  end.

(** ** Changing a function type *)
(** [require T D]: [T], for arguments that satisfy [D] too. *)
Fixpoint require {ts A} (T : fty ts A) : (env ts -> Prop) -> fty ts A :=
  match T with
  | Cov P phi => fun D => Cov (and_required P (D tt)) phi
  | Par r f => fun D => Par r (fun x => require (f x) (fun xs => D (x, xs)))
  end.
(** [ensure T Q]: [T], for values that satisfy [Q] too. *)
Fixpoint ensure {ts A} (T : fty ts A) : (env ts -> A -> Prop) -> fty ts A :=
  match T with
  | Cov P phi => fun Q => Cov P (fun v => phi v /\ Q tt v)
  | Par r f => fun Q => Par r (fun x => ensure (f x) (fun xs => Q (x, xs)))
  end.

Lemma pre_require ts A (T : fty ts A) : forall D a, pre (require T D) a <-> pre T a /\ D a.
Proof.
  induction T; simpl; intros.
  - destruct a, P; simpl; tauto.
  - destruct a; simpl. rewrite H. tauto.
Qed.
Lemma post_require ts A (T : fty ts A) : forall D a v, post (require T D) a v <-> post T a v.
Proof. induction T; simpl; intros; auto; tauto. Qed.
Lemma pre_ensure ts A (T : fty ts A) : forall Q a, pre (ensure T Q) a <-> pre T a.
Proof. induction T; simpl; intros; try tauto. rewrite H; tauto. Qed.
Lemma post_ensure ts A (T : fty ts A) : forall Q a v,
  post (ensure T Q) a v <-> post T a v /\ Q a v.
Proof.
  induction T; simpl; intros; auto; try tauto; destruct a; simpl; try tauto; try apply H.
Qed.

(** ** Lexicographic decrease *)
(** [lex [(m1', m1); ..; (mk', mk)]]: for some [i], the measures before the [i]-th are
    equal and the [i]-th is smaller and not negative. *)
Fixpoint lex (ms : list (Z * Z)) : Prop :=
  match ms with
  | [] => False
  | [(new, old)] => 0 <= new /\ new < old
  | (new, old) :: ms => (0 <= new /\ new < old) \/ (new = old /\ lex ms)
  end.
Definition lex_lt {X : Type} (ms : list (X -> Z)) (y x : X) : Prop :=
  lex (map (fun m => (m y, m x)) ms).

Lemma lex_cons new old ms :
  lex ((new, old) :: ms) -> (0 <= new /\ new < old) \/ (new = old /\ lex ms).
Proof. destruct ms; simpl; auto. Qed.
Lemma lex_wf (X : Type) (ms : list (X -> Z)) : well_founded (lex_lt ms).
Proof.
  induction ms as [|m ms IH]; intros x. { constructor; intros ? []. }
  assert (K : forall n x, m x < Z.of_nat n -> Acc (lex_lt (m :: ms)) x).
  { clear x. induction n as [|n IHn]; intros x.
    all: induction (IH x) as [x _ IHx]; intros L; constructor; intros y H.
    all: apply lex_cons in H as [H|[E H]].
    - lia.
    - apply IHx; auto; lia.
    - apply IHn; lia.
    - apply IHx; auto; lia. }
  apply (K (S (Z.to_nat (m x)))). lia.
Qed.
