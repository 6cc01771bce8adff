(** * Terms with typed holes and arguments holes

    The calculus in which [elaborator/terms] grows terms. A function takes several arguments at once. A function
    type, a lambda and an application may carry an arguments hole, a number: whatever carries the same number is extended
    together.

    A variable is two numbers: how many binders it goes up, and its place among the variables of that binder. Parameters are
    added at the end, so that extension moves no variable, and there are no names to keep fresh.

    Matches are on lists; constructors, and functions of the environment, are constants. *)
From Coq Require Import List PeanoNat Lia.
Import ListNotations.

(** ** Types *)
Inductive ty :=
| TBase (b : nat)
| TList (t : ty)
| TFun (ps : list ty) (h : option nat) (r : ty).

Fixpoint ty_ind' (P : ty -> Prop)
  (base : forall b, P (TBase b))
  (lst : forall t, P t -> P (TList t))
  (fn : forall ps h r, Forall P ps -> P r -> P (TFun ps h r)) (t : ty) : P t :=
  match t with
  | TBase b => base b
  | TList t => lst t (ty_ind' P base lst fn t)
  | TFun ps h r =>
      fn ps h r
        ((fix go ps : Forall P ps :=
            match ps with
            | [] => Forall_nil P
            | p :: ps => Forall_cons p (ty_ind' P base lst fn p) (go ps)
            end) ps)
        (ty_ind' P base lst fn r)
  end.

(** Does a hole carry this number? *)
Definition is_hole (a : nat) (h : option nat) : bool :=
  match h with Some b => Nat.eqb a b | None => false end.

Lemma is_hole_same a : is_hole a (Some a) = true.
Proof. apply Nat.eqb_refl. Qed.

(** [a] does not occur in a type. *)
Inductive fresh (a : nat) : ty -> Prop :=
| FBase b : fresh a (TBase b)
| FList t : fresh a t -> fresh a (TList t)
| FFun ps h r : is_hole a h = false -> Forall (fresh a) ps -> fresh a r -> fresh a (TFun ps h r).

(** ** Terms *)
Inductive expr :=
| EVar (k i : nat)
| EConst (c : nat)
| EHole (t : ty)
| ELam (ps : list ty) (h : option nat) (e : expr)
| EApp (f : expr) (es : list expr) (h : option nat)
| ELet (t : ty) (e b : expr)
| EMatch (e : expr) (n : expr) (t : ty) (c : expr).

(** What a binder binds, and its arguments hole. *)
Definition level := (list ty * option nat)%type.
Definition env := list level.
Definition lookup (G : env) (k i : nat) (t : ty) : Prop :=
  exists l, nth_error G k = Some l /\ nth_error (fst l) i = Some t.
Definition let_level (t : ty) : level := ([t], None).
Definition cons_level (t : ty) : level := ([t; TList t], None).

Section Typing.
(** The types of constants. *)
Variable sigma : nat -> option ty.

(** TVar, TConst, THole, TAbs with TAbs▷, TApp with TApp▷, and the rules for let and match. *)
Inductive typed : env -> expr -> ty -> Prop :=
| TVar G k i t : lookup G k i t -> typed G (EVar k i) t
| TConst G c t : sigma c = Some t -> typed G (EConst c) t
| THole G t : typed G (EHole t) t
| TAbs G ps h e t : typed ((ps, h) :: G) e t -> typed G (ELam ps h e) (TFun ps h t)
| TApp G f es ps h t : typed G f (TFun ps h t) -> typeds G es ps -> typed G (EApp f es h) t
| TLet G t e b u : typed G e t -> typed (let_level t :: G) b u -> typed G (ELet t e b) u
| TMatch G e n t c u :
    typed G e (TList t) -> typed G n u -> typed (cons_level t :: G) c u -> typed G (EMatch e n t c) u
with typeds : env -> list expr -> list ty -> Prop :=
| TNil G : typeds G [] []
| TCons G e es t ts : typed G e t -> typeds G es ts -> typeds G (e :: es) (t :: ts).

Scheme typed_mut := Induction for typed Sort Prop
with typeds_mut := Induction for typeds Sort Prop.
Combined Scheme typed_typeds from typed_mut, typeds_mut.

Lemma typeds_app G es ts es' ts' :
  typeds G es ts -> typeds G es' ts' -> typeds G (es ++ es') (ts ++ ts').
Proof.
  revert ts; induction es as [|x es IH]; intros ts H H'; inversion H; subst; simpl; auto.
  apply TCons; auto.
Qed.

Lemma typeds_split G es e es' ts :
  typeds G (es ++ e :: es') ts ->
  exists ts1 t ts2, ts = ts1 ++ t :: ts2 /\ typeds G es ts1 /\ typed G e t /\ typeds G es' ts2.
Proof.
  revert ts; induction es as [|x es IH]; simpl; intros ts H; inversion H; subst.
  - exists [], t, ts0; repeat split; auto; constructor.
  - destruct (IH _ H5) as (ts1 & t' & ts2 & -> & H1 & H2 & H3').
    exists (t :: ts1), t', ts2; repeat split; auto; constructor; auto.
Qed.

Lemma typeds_holes G ts : typeds G (map EHole ts) ts.
Proof. induction ts; simpl; [apply TNil|apply TCons; [apply THole|assumption]]. Qed.
End Typing.

(** ** Contexts: terms with one place left out *)
Inductive ctx :=
| CTop
| CAppF (C : ctx) (es : list expr) (h : option nat)
| CAppA (f : expr) (es : list expr) (C : ctx) (es' : list expr) (h : option nat)
| CLam (ps : list ty) (h : option nat) (C : ctx)
| CLetE (t : ty) (C : ctx) (b : expr)
| CLetB (t : ty) (e : expr) (C : ctx)
| CMatchE (C : ctx) (n : expr) (t : ty) (c : expr)
| CMatchN (e : expr) (C : ctx) (t : ty) (c : expr)
| CMatchC (e : expr) (n : expr) (t : ty) (C : ctx).

Fixpoint plug (C : ctx) (e : expr) : expr :=
  match C with
  | CTop => e
  | CAppF C es h => EApp (plug C e) es h
  | CAppA f es C es' h => EApp f (es ++ plug C e :: es') h
  | CLam ps h C => ELam ps h (plug C e)
  | CLetE t C b => ELet t (plug C e) b
  | CLetB t b C => ELet t b (plug C e)
  | CMatchE C n t c => EMatch (plug C e) n t c
  | CMatchN s C t c => EMatch s (plug C e) t c
  | CMatchC s n t C => EMatch s n t (plug C e)
  end.

(** What a context binds at its place, the innermost first. *)
Fixpoint bound (C : ctx) : env :=
  match C with
  | CTop => []
  | CAppF C _ _ | CAppA _ _ C _ _ | CLetE _ C _ | CMatchE C _ _ _ | CMatchN _ C _ _ => bound C
  | CLam ps h C => bound C ++ [(ps, h)]
  | CLetB t _ C => bound C ++ [let_level t]
  | CMatchC _ _ t C => bound C ++ [cons_level t]
  end.
Definition depth (C : ctx) : nat := length (bound C).

Section Contexts.
Variable sigma : nat -> option ty.
Notation typed := (typed sigma).
Notation typeds := (typeds sigma).

#[local] Hint Constructors Calculus.typed Calculus.typeds : core.

(** [fits G C t u]: with a term of type [u] in its place, [C] is a term of type [t]. *)
Inductive fits : env -> ctx -> ty -> ty -> Prop :=
| FTop G t : fits G CTop t t
| FAppF G C es ps h t u : fits G C (TFun ps h t) u -> typeds G es ps -> fits G (CAppF C es h) t u
| FAppA G f es C es' ps p ps' h t u :
    typed G f (TFun (ps ++ p :: ps') h t) -> typeds G es ps -> fits G C p u -> typeds G es' ps' ->
    fits G (CAppA f es C es' h) t u
| FLam G ps h C t u : fits ((ps, h) :: G) C t u -> fits G (CLam ps h C) (TFun ps h t) u
| FLetE G t C b v u : fits G C t u -> typed (let_level t :: G) b v -> fits G (CLetE t C b) v u
| FLetB G t e C v u : typed G e t -> fits (let_level t :: G) C v u -> fits G (CLetB t e C) v u
| FMatchE G C n t c v u :
    fits G C (TList t) u -> typed G n v -> typed (cons_level t :: G) c v -> fits G (CMatchE C n t c) v u
| FMatchN G e C t c v u :
    typed G e (TList t) -> fits G C v u -> typed (cons_level t :: G) c v -> fits G (CMatchN e C t c) v u
| FMatchC G e n t C v u :
    typed G e (TList t) -> typed G n v -> fits (cons_level t :: G) C v u -> fits G (CMatchC e n t C) v u.

#[local] Hint Constructors fits : core.

Lemma plug_typed C : forall G t u e, fits G C t u -> typed (bound C ++ G) e u -> typed G (plug C e) t.
Proof.
  induction C; intros G t0 u x H He; inversion H; subst; simpl in *;
    try rewrite <- app_assoc in He; eauto.
  eapply TApp; eauto. apply typeds_app; auto. constructor; eauto.
Qed.

Lemma unplug C : forall G t e, typed G (plug C e) t -> exists u, fits G C t u /\ typed (bound C ++ G) e u.
Proof.
  induction C; intros G t0 x H; simpl in *; [eauto| | | | | | | |]; inversion H; subst;
    try match goal with
        | A : Calculus.typeds _ _ (_ ++ plug _ _ :: _) _ |- _ =>
            destruct (typeds_split _ _ _ _ _ _ A) as (ts1 & p & ts2 & -> & ? & ? & ?)
        end;
    match goal with
    | P : Calculus.typed _ _ (plug _ _) _ |- _ => destruct (IHC _ _ _ P) as (u & ? & ?)
    end;
    exists u; split; rewrite <- ?app_assoc; eauto.
Qed.
End Contexts.
