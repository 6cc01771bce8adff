(** * Core terms

    Intrinsically typed de Bruijn terms in monadic normal form: a term of [tm G A] is well
    scoped in the context [G] and has the base sort [A] by construction, so there is no
    preservation theorem to prove.

    Base sorts *are* Rocq types. An exported certificate therefore speaks of ordinary
    Inductives and Fixpoints, and no encoding stands between the auditor and the claim.
    Functions take all their arguments at once and return a base value.

    A value that was substituted, and a top-level function that is mentioned, are both
    closed: [Glob] embeds a closed value in any scope. This is what makes substitution a
    page instead of a chapter: nothing is ever shifted. *)
From Covenant Require Import Base.
Set Implicit Arguments.

Inductive ty : Type := Base (A : Set) | Arr (ts : list ty) (A : Set).
(** Primitives, constructors and match branches have base arguments only. *)
Notation bases := (map Base).

Definition is_fun (t : ty) : bool := match t with Base _ => false | Arr _ _ => true end.
Definition all_base (ts : list ty) : bool := forallb (fun t => negb (is_fun t)) ts.

(** [fn [A; B] R] is [A -> B -> R]: primitives and constructors are given curried. *)
Fixpoint fn (ts : list Set) (R : Type) : Type :=
  match ts with [] => R | A :: ts => A -> fn ts R end.

Inductive var : list ty -> ty -> Type :=
| VZ {G t} : var (t :: G) t
| VS {G t s} : var G t -> var (s :: G) t.
Definition no_var {t} (x : var [] t) : False :=
  match x in var G _ return match G with [] => False | _ => True end with
  | VZ => I | VS _ => I
  end.

(** The [n]-th variable, found by computation: a term that spells out [VS (VS ..)] takes Rocq
    time quadratic in its length to read. *)
Fixpoint var_at (n : nat) (G : list ty) : match nth_error G n with Some t => var G t | None => unit end :=
  match n, G return match nth_error G n with Some t => var G t | None => unit end with
  | O, [] => tt
  | O, _ :: _ => VZ
  | S n, [] => tt
  | S n, s :: G =>
      match nth_error G n as o return
        match o with Some t => var G t | None => unit end ->
        match o with Some t => var (s :: G) t | None => unit end with
      | Some t => fun x => VS x
      | None => fun _ => tt
      end (var_at n G)
  end.

Inductive tm : list ty -> Set -> Type :=
| Ret {G A} (v : val G (Base A)) : tm G A
| Err {G A} : tm G A
| LetE {G A B} (e1 : tm G A) (e2 : tm (Base A :: G) B) : tm G B
| LetV {G t B} (v : val G t) (e : tm (t :: G) B) : tm G B
(** A primitive is the relation between its arguments and the values it can produce. *)
| Op {G} ts {A : Set} (F : fn ts (A -> Prop)) (vs : vals G (bases ts)) : tm G A
| App {G ts A} (f : val G (Arr ts A)) (vs : vals G ts) : tm G A
| Match {G A B} (v : val G (Base A)) (bs : brs G A B) : tm G B
with val : list ty -> ty -> Type :=
| Var {G t} (x : var G t) : val G t
| Const {G} {A : Set} (c : A) : val G (Base A)
| Con {G} ts {A : Set} (d : fn ts A) (vs : vals G (bases ts)) : val G (Base A)
| Lam {G} ts {A} (e : tm (ts ++ G) A) : val G (Arr ts A)
| Fix {G} ts {A} (e : tm (Arr ts A :: ts ++ G) A) : val G (Arr ts A)
| Glob {G t} (v : val [] t) : val G t
with vals : list ty -> list ty -> Type :=
| vnil {G} : vals G []
| vcons {G t ts} (v : val G t) (vs : vals G ts) : vals G (t :: ts)
with brs : list ty -> Set -> Set -> Type :=
| bnil {G A B} : brs G A B
| bcons {G} ts {A B : Set} (d : fn ts A) (e : tm (bases ts ++ G) B) (bs : brs G A B)
    : brs G A B.

Arguments Op {G} ts {A} F vs.
Arguments Con {G} ts {A} d vs.
Arguments Lam {G} ts {A} e.
Arguments Fix {G} ts {A} e.
Arguments bcons {G} ts {A B} d e bs.
