(** * Evaluation

    A call-by-value small-step semantics by substitution, in the manner of Fig. 24 of
    "Polymorphic Coverage Types". A rule has the paper's name where the
    paper has the rule. Two differences of presentation: terms are intrinsically typed, so
    no run is stuck on a type error; and a constructor value is read as the Rocq value it
    stands for ([STRet]), so that a run ends in [Ret (Const v)] for an ordinary [v].

    Only closed values are ever substituted, and a closed value goes under binders unchanged
    ([Glob]), so there is no shifting and no renaming lemma. *)
From Covenant Require Import Base Syntax Denotation Types Rules.
Set Implicit Arguments.

(** ** Substitution of closed values *)
(** Each variable becomes another variable or a closed value. *)
Definition target D t := (var D t + val [] t)%type.
Definition csub G D := forall t, var G t -> target D t.
Definition place {D t} (s : target D t) : val D t :=
  match s with inl y => Var y | inr v => Glob v end.
Definition weaken {D s t} (x : target D t) : target (s :: D) t :=
  match x with inl y => inl (VS y) | inr v => inr v end.
Definition lift1 {G D} s (g : csub G D) : csub (s :: G) (s :: D) :=
  fun t x => pick (P := target (s :: D)) (inl VZ) (fun t x => weaken (g t x)) x.
Fixpoint lift {G D} ts (g : csub G D) : csub (ts ++ G) (ts ++ D) :=
  match ts return csub (ts ++ G) (ts ++ D) with [] => g | s :: ts => lift1 (s := s) (lift ts g) end.

Fixpoint sb {G A} (e : tm G A) : forall {D}, csub G D -> tm D A :=
  match e with
  | Ret v => fun D g => Ret (sbv v g)
  | Err => fun D g => Err
  | @LetE G A B e1 e2 => fun D g => LetE (sb e1 g) (sb e2 (lift [Base A] g))
  | @LetV G t B v e => fun D g => LetV (sbv v g) (sb e (lift [t] g))
  | Op ts F vs => fun D g => Op ts F (sbs vs g)
  | App f vs => fun D g => App (sbv f g) (sbs vs g)
  | Match v bs => fun D g => Match (sbv v g) (sbb bs g)
  end
with sbv {G t} (v : val G t) : forall {D}, csub G D -> val D t :=
  match v with
  | Var x => fun D g => place (g _ x)
  | Const c => fun D g => Const c
  | Con ts d vs => fun D g => Con ts d (sbs vs g)
  | Lam ts e => fun D g => Lam ts (sb e (lift ts g))
  | @Fix G ts A e => fun D g => Fix ts (sb e (lift (Arr ts A :: ts) g))
  | Glob v => fun D g => Glob v
  end
with sbs {G ts} (vs : vals G ts) : forall {D}, csub G D -> vals D ts :=
  match vs with
  | vnil => fun D g => vnil
  | vcons v vs => fun D g => vcons (sbv v g) (sbs vs g)
  end
with sbb {G A B} (bs : brs G A B) : forall {D}, csub G D -> brs D A B :=
  match bs with
  | bnil => fun D g => bnil
  | bcons ts d e bs => fun D g => bcons ts d (sb e (lift (bases ts) g)) (sbb bs g)
  end.

(** Enter a binder: the bound variables become closed values. *)
Fixpoint enter_args {G ts} : (forall t, var ts t -> val [] t) -> csub (ts ++ G) G :=
  match ts with
  | [] => fun _ t x => inl x
  | s :: ts => fun a t x =>
      pick (P := target G) (inr (a s VZ)) (enter_args (fun t x => a t (VS x))) x
  end.
Definition enter {ts G} (vs : vals [] ts) : csub (ts ++ G) G := enter_args (arg vs).

(** Base values as arguments. *)
Fixpoint inject {ts} : env (bases ts) -> vals [] (bases ts) :=
  match ts with
  | [] => fun _ => vnil
  | A :: ts => fun a => vcons (Const (A := A) (fst a)) (inject (snd a))
  end.

(** ** One step. [vden v tt] is the Rocq value that the closed base value [v] stands for. *)
Inductive step : forall {A : Set}, tm [] A -> tm [] A -> Prop :=
| STAppOp ts (A : Set) (F : fn ts (A -> Prop)) (vs : vals [] (bases ts)) a :
    fapp F (vsden vs tt) a -> step (Op ts F vs) (Ret (Const a))
| STLetE1 (A B : Set) (e1 e1' : tm [] A) (e2 : tm [Base A] B) :
    step e1 e1' -> step (LetE e1 e2) (LetE e1' e2)
| STLetE2 (A B : Set) (v : val [] (Base A)) (e2 : tm [Base A] B) :
    step (LetE (Ret v) e2) (sb e2 (enter (ts := [Base A]) (vcons v vnil)))
| STLetV t (B : Set) (v : val [] t) (e : tm [t] B) :
    step (LetV v e) (sb e (enter (ts := [t]) (vcons v vnil)))
| STAppLam ts (A : Set) (e : tm (ts ++ []) A) (vs : vals [] ts) :
    step (App (Lam ts e) vs) (sb e (enter vs))
| STAppFix ts (A : Set) (e : tm (Arr ts A :: ts ++ []) A) (vs : vals [] ts) :
    step (App (Fix ts e) vs) (sb e (enter (ts := Arr ts A :: ts) (vcons (Fix ts e) vs)))
| STAppGlob ts (A : Set) (f : val [] (Arr ts A)) vs : step (App (Glob f) vs) (App f vs)
| STMatch (A B : Set) (v : val [] (Base A)) (bs : brs [] A B) ts (d : fn ts A) e ys :
    in_brs d e bs -> vden v tt = fapp d ys ->
    step (Match v bs) (sb e (enter (inject ys)))
| STRet ts (A : Set) (d : fn ts A) (vs : vals [] (bases ts)) :
    step (Ret (Con ts d vs)) (Ret (Const (fapp d (vsden vs tt))))
| STRetGlob (A : Set) (v : val [] (Base A)) : step (Ret (Glob v)) (Ret v).

Inductive steps {A : Set} : tm [] A -> tm [] A -> Prop :=
| steps_refl e : steps e e
| steps_step e1 e2 e3 : step e1 e2 -> steps e2 e3 -> steps e1 e3.

(** The call [g a1 .. an], and the term that has returned [v]. *)
Definition call {ts A} (g : val [] (Arr (bases ts) A)) (args : env (bases ts)) : tm [] A :=
  App g (inject args).
Definition returned {A : Set} (v : A) : tm [] A := Ret (Const v).

(** Runs with a number of steps. *)
Fixpoint stepsn {A : Set} (n : nat) (e e' : tm [] A) : Prop :=
  match n with O => e = e' | S n => exists m, step e m /\ stepsn n m e' end.
Lemma steps_n (A : Set) (e e' : tm [] A) : steps e e' -> exists n, stepsn n e e'.
Proof.
  induction 1 as [e|e1 e2 e3 H _ [n IH]]; [exists O; reflexivity|]. exists (S n), e2; auto.
Qed.

Lemma steps_trans (A : Set) (e1 e2 e3 : tm [] A) : steps e1 e2 -> steps e2 e3 -> steps e1 e3.
Proof. induction 1; eauto using steps_step. Qed.
Lemma steps_let (A B : Set) (e1 e1' : tm [] A) (e2 : tm [Base A] B) :
  steps e1 e1' -> steps (LetE e1 e2) (LetE e1' e2).
Proof. induction 1; eauto using steps_step, steps_refl, STLetE1. Qed.

(** ** Inversion

    Inverting [step] directly would ask for the injectivity of dependent pairs at [Set],
    which is not provable. The case analysis is done by a function on the term instead. *)
Definition Kt (G : list ty) (A : Set) : Type := match G with [] => tm [] A -> Prop | _ => unit end.
Definition Kv (G : list ty) (t : ty) : Type :=
  match G, t with [], Arr ts A => vals [] ts -> tm [] A -> Prop | _, _ => unit end.
Definition Kb (G : list ty) (A B : Set) : Type := match G with [] => A -> tm [] B -> Prop | _ => unit end.

Definition inv_fun {G t} (f : val G t) : Kv G t :=
  match f in val G t return Kv G t with
  | @Var G t x =>
      match G, t return Kv G t with [], Arr _ _ => fun _ _ => False | [], Base _ => tt | _, _ => tt end
  | @Const G A c => match G return Kv G (Base A) with [] => tt | _ => tt end
  | @Con G ts A d vs => match G return Kv G (Base A) with [] => tt | _ => tt end
  | @Lam G ts A e =>
      match G return tm (ts ++ G) A -> Kv G (Arr ts A) with
      | [] => fun e vs x => x = sb e (enter vs)
      | _ => fun _ => tt
      end e
  | @Fix G ts A e =>
      match G return tm (Arr ts A :: ts ++ G) A -> Kv G (Arr ts A) with
      | [] => fun e vs x => x = sb e (enter (ts := Arr ts A :: ts) (vcons (Fix ts e) vs))
      | _ => fun _ => tt
      end e
  | @Glob G t v =>
      match G, t return val [] t -> Kv G t with
      | [], Arr _ _ => fun v vs x => x = App v vs
      | [], Base _ => fun _ => tt
      | _, _ => fun _ => tt
      end v
  end.
Fixpoint inv_brs {G A B} (bs : brs G A B) : Kb G A B :=
  match bs in brs G A B return Kb G A B with
  | @bnil G A B => match G return Kb G A B with [] => fun _ _ => False | _ => tt end
  | @bcons G ts A B d e bs =>
      match G return tm (bases ts ++ G) B -> Kb G A B -> Kb G A B with
      | [] => fun e rest a x =>
          (exists ys, a = fapp d ys /\ x = sb e (enter (inject ys))) \/ rest a x
      | _ => fun _ _ => tt
      end e (inv_brs bs)
  end.
Definition inv {G A} (e : tm G A) : Kt G A :=
  match e in tm G A return Kt G A with
  | @Ret G A v =>
      match G return val G (Base A) -> Kt G A with
      | [] => fun v x => exists v', x = Ret v' /\ vden v' tt = vden v tt
      | _ => fun _ => tt
      end v
  | @Err G A => match G return Kt G A with [] => fun _ => False | _ => tt end
  | @LetE G A B e1 e2 =>
      match G return tm G A -> tm (Base A :: G) B -> Kt G B with
      | [] => fun e1 e2 x =>
          (exists e1', step e1 e1' /\ x = LetE e1' e2) \/
          (exists v, e1 = Ret v /\ x = sb e2 (enter (ts := [Base A]) (vcons v vnil)))
      | _ => fun _ _ => tt
      end e1 e2
  | @LetV G t B v e =>
      match G return val G t -> tm (t :: G) B -> Kt G B with
      | [] => fun v e x => x = sb e (enter (ts := [t]) (vcons v vnil))
      | _ => fun _ _ => tt
      end v e
  | @Op G ts A F vs =>
      match G return vals G (bases ts) -> Kt G A with
      | [] => fun vs x => exists a, fapp F (vsden vs tt) a /\ x = Ret (Const a)
      | _ => fun _ => tt
      end vs
  | @App G ts A f vs =>
      match G return val G (Arr ts A) -> vals G ts -> Kt G A with
      | [] => fun f vs x => inv_fun f vs x
      | _ => fun _ _ => tt
      end f vs
  | @Match G A B v bs =>
      match G return val G (Base A) -> brs G A B -> Kt G B with
      | [] => fun v bs x => inv_brs bs (vden v tt) x
      | _ => fun _ _ => tt
      end v bs
  end.
Lemma inv_brs_in (A B : Set) (v : A) ts (d : fn ts A) e (bs : brs [] A B) ys :
  in_brs d e bs -> v = fapp d ys -> inv_brs bs v (sb e (enter (inject ys))).
Proof. induction 1; simpl; intros; eauto. Qed.
Lemma step_inv (A : Set) (e x : tm [] A) : step e x -> inv e x.
Proof. destruct 1; simpl; eauto using inv_brs_in. Qed.
