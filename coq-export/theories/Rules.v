(** * The rules that the kernel checks

    One constructor per rule of the kernel, under the same name; a test compares the two
    lists. [ht] types terms, [htv] types function values. The premises written [C ||- P] are
    the verification conditions; all other premises are syntactic.

    The judgement is read pointwise: for each environment of the context and each value in
    the coverage type, the term can produce that value. The existential that the published
    systems put around a whole context occurs in [TLetE] and [TMatch] only, where a binding
    ends. coq-export/README.md lists the departures from the published rules. *)
From Covenant Require Import Base Syntax Denotation Types Context.
Set Implicit Arguments.

(** Open coverage types [v:A | phi]. *)
Definition cty G (A : Set) := env G -> A -> Prop.
(** What the body of a function of type [T] has to cover. *)
Definition body_ty {G ts A} (T : env G -> fty ts A) : cty (ts ++ G) A :=
  fun e => post (T (edrop e)) (etake e).

(** ** The context of a recursive function's body *)
(** [TFix]: the function may be called where the measure decreases. *)
Definition cfix {G ts A} (C : ctx G) (T : env G -> fty ts A) (ms : list (env G -> env ts -> Z))
  : ctx (Arr ts A :: ts ++ G) :=
  cbind (cpars C T) (fun e => RF (require (T (edrop e)) (fun a =>
    lex (map (fun m => (m (edrop e) a, m (edrop e) (etake e))) ms)))).
(** [TFixRank]: the function covers the values of rank below [k]. *)
Definition crank {G ts A} (C : ctx G) (T : env G -> fty ts A) (rk : env G -> env ts -> A -> Z)
  (k : Z) : ctx (Arr ts A :: ts ++ G) :=
  cbind (cpars C T) (fun e => RF (ensure (T (edrop e)) (fun a v =>
    0 <= rk (edrop e) a v /\ rk (edrop e) a v < k))).
(** .. and its body has to cover those of rank [k]. *)
Definition rank_ty {G ts A} (T : env G -> fty ts A) (rk : env G -> env ts -> A -> Z) (k : Z)
  : cty (Arr ts A :: ts ++ G) A :=
  fun r v => body_ty T (snd r) v /\ rk (edrop (snd r)) (etake (snd r)) v = k.

(** ** Function values that have a type without a derivation *)
(** A variable has the type that the context says. A global is used through its claim, which
    has been proved before (or is an axiom of the export, and then shows in its assumptions). *)
Inductive known {G t} (C : ctx G) : val G t -> (env G -> rty t) -> Prop :=
| known_var x r : find C x = Some r -> known C (Var x) r
| known_global (g : val [] t) r : (forall e, over (r e) (vden g tt)) -> known C (Glob g) r.
Arguments known_var {G t C x r} & _.
Arguments known_global {G t C g r} & _.

(** An abstract sort is instantiated by a [Set] with decidable equality. *)
Record srt := Srt { carrier : Set; carrier_dec : EqDec carrier }.
Arguments Srt : clear implicits.
Fixpoint sorts (n : nat) : Type :=
  match n with O => unit | S n => srt * sorts n end%type.

Definition is_var {G t} (v : val G t) : bool := match v with Var _ => true | _ => false end.
Fixpoint arg {G ts} (vs : vals G ts) : forall t, var ts t -> val G t :=
  match vs with
  | vnil => fun t x => match no_var x with end
  | vcons v vs => fun t x => pick (P := val _) v (arg vs) x
  end.

Inductive ht : forall {G A}, ctx G -> tm G A -> cty G A -> Prop :=
| TConst G A (C : ctx G) (v : val G (Base A)) :
    is_var v = false ->
    ht C (Ret v) (fun e a => a = vden v e)
| TVarBase G A (C : ctx G) (x : var G (Base A)) :
    ht C (Ret (Var x)) (fun e a => a = lookup x e)
| TErr G A (C : ctx G) : ht C (@Err G A) (fun _ _ => False)
| TLetE G A B (C : ctx G) (e1 : tm G A) (e2 : tm (Base A :: G) B) phi psi :
    ht C e1 phi ->
    ht (cbind C (fun e => RB (phi e))) e2 psi ->
    ht C (LetE e1 e2) (fun e b => exists x, phi e x /\ psi (x, e) b)
| TLetV G t B (C : ctx G) (v : val G t) (e : tm (t :: G) B) r psi :
    htv C v r ->
    ht (cbind C r) e psi ->
    ht C (LetV v e) (fun e b => psi (vden v e, e) b)
| TAppOp G ts (A : Set) (C : ctx G) (F : fn ts (A -> Prop)) vs :
    ht C (Op ts F vs) (fun e a => fapp F (vsden vs e) a)
| TApp G ts A (C : ctx G) (f : val G (Arr ts A)) (vs : vals G ts) T :
    all_base ts = true ->
    htv C f (fun e => RF (T e)) ->
    (C ||- fun r => pre_base (T r) (vsden vs r)) ->
    ht C (App f vs) (fun e a => post (T e) (vsden vs e) a)
| TAppFun G ts A (C : ctx G) (f : val G (Arr ts A)) (vs : vals G ts) T :
    htv C f (fun e => RF (T e)) ->
    (forall t (x : var ts t), is_fun t = true ->
       htv C (arg vs x) (fun r => param (T r) (vsden vs r) x)) ->
    (C ||- fun r => pre_base (T r) (vsden vs r)) ->
    ht C (App f vs) (fun e a => post (T e) (vsden vs e) a)
| TMatch G (A B : Set) ts (C : ctx G) (v : val G (Base A)) (bs : brs G A B)
    (d : fn ts A) (eb : tm (bases ts ++ G) B) (phi : cty (bases ts ++ G) B) :
    in_brs d eb bs ->
    ht (cbr ts (A := A) C (vden v) d) eb phi ->
    ht C (Match v bs)
      (fun e b => exe (bases ts) (fun ys => @eq A (vden v e) (fapp d ys) /\ phi (eapp ys e) b))
| TMerge G A (C : ctx G) (e : tm G A) (phi1 phi2 : cty G A) :
    ht C e phi1 -> ht C e phi2 -> ht C e (fun r v => phi1 r v \/ phi2 r v)
| TGuard G A (C : ctx G) (e : tm G A) (psi : env G -> Prop) (phi : cty G A) :
    ht (chyp C psi) e phi ->
    ht C e (fun r v => psi r /\ phi r v)
| TSub G A (C : ctx G) (e : tm G A) (phi1 phi2 : cty G A) :
    ht C e phi1 ->
    (C ||- fun r => forall v, phi2 r v -> phi1 r v) ->
    ht C e phi2
| TEq G A (C : ctx G) (e : tm G A) (phi1 phi2 : cty G A) :
    ht C e phi1 ->
    (C ||- fun r => forall v, phi2 r v <-> phi1 r v) ->
    ht C e phi2
with htv : forall {G t}, ctx G -> val G t -> (env G -> rty t) -> Prop :=
| TVarFun G t (C : ctx G) (v : val G t) r : known C v r -> htv C v r
| TFun G ts A (C : ctx G) (e : tm (ts ++ G) A) T :
    ht (cpars C T) e (body_ty T) ->
    htv C (Lam ts e) (fun r => RF (T r))
| TFix G ts A (C : ctx G) (e : tm (Arr ts A :: ts ++ G) A) T ms :
    ht (cfix C T ms) e (fun r => body_ty T (snd r)) ->
    htv C (Fix ts e) (fun r => RF (T r))
| TFixRank G ts A (C : ctx G) (e : tm (Arr ts A :: ts ++ G) A) T rk :
    (forall k, 0 <= k ->
       ht (crank C T rk k) e (rank_ty T rk k)) ->
    htv C (Fix ts e) (fun r => RF (ensure (T r) (fun a v => 0 <= rk r a v)))
| SubArr G ts A (C : ctx G) (v : val G (Arr ts A)) (T1 T2 : env G -> fty ts A) :
    htv C v (fun r => RF (T1 r)) ->
    (forall t (x : var ts t), is_fun t = true ->
       forall r a, param (T1 r) a x = param (T2 r) a x) ->
    (C ||- fun r => allp (T2 r) (fun a =>
       pre_base (T1 r) a /\ forall v, post (T2 r) a v -> post (T1 r) a v)) ->
    htv C v (fun r => RF (T2 r))
| TPolyType G n (C : ctx G) (t : sorts n -> ty) (v : forall s, val G (t s)) r :
    (forall s : sorts n, htv C (v s) (r s)) -> forall s, htv C (v s) (r s)
| TPolyPred G t (C : ctx G) (v : val G t) ps (r : env G -> preds ps -> rty t) p :
    htv C v (fun e => RAll ps (r e)) -> htv C v (fun e => r e (p e)).

Scheme ht_mind := Minimality for ht Sort Prop
  with htv_mind := Minimality for htv Sort Prop.
Combined Scheme ht_mutind from ht_mind, htv_mind.

Arguments TConst {G A C v} & _.
Arguments TVarBase {G A C x}.
Arguments TErr {G A C}.
Arguments TLetE {G A B C e1 e2 phi psi} & _ _.
Arguments TLetV {G t B C v e r psi} & _ _.
Arguments TAppOp {G ts A C F vs}.
Arguments TApp {G ts A C f vs} T & _ _ _.
Arguments TAppFun {G ts A C f vs} T & _ _ _.
Arguments TMatch {G A B ts C v bs d eb phi} & _ _.
Arguments TMerge {G A C e phi1 phi2} & _ _.
Arguments TGuard {G A C e} psi {phi} & _.
Arguments TSub {G A C e phi1} & phi2 _ _.
Arguments TEq {G A C e phi1} & phi2 _ _.
Arguments TVarFun {G t C v r} & _.
Arguments TFun {G ts A C e} & T _.
Arguments TFix {G ts A C e} T ms & _.
Arguments TFixRank {G ts A C e} T rk & _.
Arguments SubArr {G ts A C v T1} & T2 _ _ _.
Arguments TPolyType {G n C t v r} _ s.
Arguments TPolyPred {G t C v ps} r p & _.

(** ** Premises about the function arguments of a call, one argument at a time *)
Lemma args_nil (P : forall t, var [] t -> Prop) : forall t x, is_fun t = true -> P t x.
Proof. intros t x. destruct (no_var x). Qed.
Lemma args_base (A : Set) ts (P : forall t, var (Base A :: ts) t -> Prop) :
  (forall t x, is_fun t = true -> P t (VS x)) -> forall t x, is_fun t = true -> P t x.
Proof.
  intros H. apply (var_cases (fun t x => is_fun t = true -> P t x)); [discriminate|exact H].
Qed.
Lemma args_fun us (A : Set) ts (P : forall t, var (Arr us A :: ts) t -> Prop) :
  P _ VZ -> (forall t x, is_fun t = true -> P t (VS x)) -> forall t x, is_fun t = true -> P t x.
Proof. intros H0 H. apply (var_cases (fun t x => is_fun t = true -> P t x)); auto. Qed.
