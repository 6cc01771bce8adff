(** * What a term can produce

    A term denotes, in an environment, the *set* of values that some run of it returns.
    A function denotes the relation between its arguments and what a call can return.

    The denotation of [fix] is the least relation [X] such that whatever the body produces
    while its recursive calls produce values from [X] is again in [X]. Compared with the
    union of the finite unrollings this needs neither monotonicity nor continuity (function
    variables may stand for arbitrary relations here), makes the rule for lexicographic
    measures as short as the one for a single measure, and still coincides with evaluation
    on closed terms (Adequacy.v). *)
From Covenant Require Import Base Syntax.
Set Implicit Arguments.

Fixpoint interp (t : ty) : Type :=
  match t with
  | Base A => A
  | Arr ts A =>
      (fix env (ts : list ty) : Type :=
         match ts with [] => unit | t :: ts => interp t * env ts end%type) ts
      -> A -> Prop
  end.
Fixpoint env (G : list ty) : Type :=
  match G with [] => unit | t :: G => interp t * env G end%type.

(** ** Environments of concatenated contexts *)
Fixpoint eapp {ts G} : env ts -> env G -> env (ts ++ G) :=
  match ts with
  | [] => fun _ r => r
  | _ :: _ => fun a r => (fst a, eapp (snd a) r)
  end.
Fixpoint etake {ts G} : env (ts ++ G) -> env ts :=
  match ts with [] => fun _ => tt | _ :: _ => fun r => (fst r, etake (snd r)) end.
Fixpoint edrop {ts G} : env (ts ++ G) -> env G :=
  match ts with [] => fun r => r | _ :: _ => fun r => edrop (snd r) end.

Lemma take_app ts G (a : env ts) (r : env G) : etake (eapp a r) = a.
Proof. induction ts; destruct a; simpl; f_equal; auto. Qed.
Lemma drop_app ts G (a : env ts) (r : env G) : edrop (eapp a r) = r.
Proof. induction ts; simpl; auto. Qed.
Lemma app_eta ts G (r : env (ts ++ G)) : eapp (etake r) (edrop r) = r.
Proof. induction ts; simpl; auto. destruct r; simpl; f_equal; auto. Qed.

(** Curried quantifiers: on a concrete [ts] they reduce to [forall x y, ..]. *)
Fixpoint alle ts : (env ts -> Prop) -> Prop :=
  match ts with
  | [] => fun P => P tt
  | t :: ts => fun P => forall x : interp t, alle ts (fun xs => P (x, xs))
  end.
Fixpoint exe ts : (env ts -> Prop) -> Prop :=
  match ts with
  | [] => fun P => P tt
  | t :: ts => fun P => exists x : interp t, exe ts (fun xs => P (x, xs))
  end.
Lemma alle_spec ts P : alle ts P -> forall a, P a.
Proof. induction ts; simpl; intros H []; auto. apply (IHts _ (H _)). Qed.
Lemma alle_intro ts (P : env ts -> Prop) : (forall a, P a) -> alle ts P.
Proof. induction ts; simpl; auto. Qed.
Lemma exe_spec ts P : exe ts P -> exists a, P a.
Proof.
  induction ts; simpl; intros H; eauto. destruct H as (x & H).
  apply IHts in H as (xs & H); eauto.
Qed.

(** ** Variables, primitives, constructors *)
Fixpoint lookup {G t} (x : var G t) : env G -> interp t :=
  match x with VZ => fst | VS x => fun r => lookup x (snd r) end.
(** The value of the [n]-th variable ([var_at]). *)
Fixpoint get (n : nat) {G : list ty}
  : env G -> match nth_error G n with Some t => interp t | None => unit end :=
  match n, G return env G -> match nth_error G n with Some t => interp t | None => unit end with
  | O, [] => fun _ => tt
  | O, _ :: _ => fun r => fst r
  | S n, [] => fun _ => tt
  | S n, _ :: G => fun r => get n (snd r)
  end.
Fixpoint fapp {ts R} : fn ts R -> env (bases ts) -> R :=
  match ts with
  | [] => fun f _ => f
  | _ :: _ => fun f a => fapp (f (fst a)) (snd a)
  end.

(** ** Recursive functions *)
Inductive fixed {X : Type} {A : Set} (F : (X -> A -> Prop) -> X -> A -> Prop)
  : X -> A -> Prop :=
| unroll (f : X -> A -> Prop) x a :
    (forall y b, f y b -> fixed F y b) -> F f x a -> fixed F x a.

(** ** Terms *)
Fixpoint den {G A} (e : tm G A) : env G -> A -> Prop :=
  match e with
  | Ret v => fun r a => a = vden v r
  | Err => fun _ _ => False
  | LetE e1 e2 => fun r b => exists a, den e1 r a /\ den e2 (a, r) b
  | LetV v e => fun r b => den e (vden v r, r) b
  | Op _ F vs => fun r a => fapp F (vsden vs r) a
  | App f vs => fun r a => vden f r (vsden vs r) a
  | Match v bs => fun r b => bden bs (vden v r) r b
  end
with vden {G t} (v : val G t) : env G -> interp t :=
  match v with
  | Var x => lookup x
  | Const c => fun _ => c
  | Con _ d vs => fun r => fapp d (vsden vs r)
  | Lam _ e => fun r args a => den e (eapp args r) a
  | Fix _ e => fun r => fixed (fun f args a => den e (f, eapp args r) a)
  | Glob v => fun _ => vden v tt
  end
with vsden {G ts} (vs : vals G ts) : env G -> env ts :=
  match vs with
  | vnil => fun _ => tt
  | vcons v vs => fun r => (vden v r, vsden vs r)
  end
with bden {G A B} (bs : brs G A B) : A -> env G -> B -> Prop :=
  match bs with
  | bnil => fun _ _ _ => False
  | bcons _ d e bs => fun a r b =>
      (exists ys, a = fapp d ys /\ den e (eapp ys r) b) \/ bden bs a r b
  end.

(** A branch of a match. *)
Inductive in_brs {G} {A B : Set} {ts} (d : fn ts A) (e : tm (bases ts ++ G) B)
  : brs G A B -> Prop :=
| BHere bs : in_brs d e (bcons ts d e bs)
| BThere ts' (d' : fn ts' A) e' bs : in_brs d e bs -> in_brs d e (bcons ts' d' e' bs).
Arguments BHere {G A B ts d e bs}.
Arguments BThere {G A B ts d e ts' d' e' bs} _.

(** A match with many branches names the list from each branch on; then membership of the next
    branch follows from that of the one before in one step. *)
Definition part_of {G} {A B : Set} (later bs : brs G A B) : Prop :=
  forall ts (d : fn ts A) e, in_brs d e later -> in_brs d e bs.
Definition part_all {G} {A B : Set} {bs : brs G A B} : part_of bs bs := fun ts d e I => I.
Definition part_next {G} {A B : Set} {ts} {d : fn ts A} {e} {later bs : brs G A B}
  (P : part_of (bcons ts d e later) bs) : part_of later bs := fun ts d e I => P ts d e (BThere I).
Definition first_of {G} {A B : Set} {ts} {d : fn ts A} {e} {later bs : brs G A B}
  (P : part_of (bcons ts d e later) bs) : in_brs d e bs := P ts d e BHere.

Lemma bden_spec G (A B : Set) (bs : brs G A B) a r b :
  bden bs a r b <-> exists ts (d : fn ts A) e ys,
    in_brs d e bs /\ a = fapp d ys /\ den e (eapp ys r) b.
Proof.
  split.
  - induction bs; simpl; intros H; [destruct H|].
    destruct H as [(ys & E & H)|H].
    + exists ts, d, e, ys. auto using @BHere.
    + destruct (IHbs _ _ _ H) as (ts' & d' & e' & ys & I & H'). exists ts', d', e', ys.
      auto using @BThere.
  - intros (ts & d & e & ys & I & E & H). induction I; simpl; eauto.
Qed.
