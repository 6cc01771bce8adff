(** * Generators that ask a system under test

    A generator over operators draws values, asks the system, and calls other such generators.
    The events of its requests are its *trace*. A certificate is about the pure program that
    returns those events, with every answer drawn (the *writer* program). This file says what
    that has to do with runs against a system, for every system: correct ones, wrong ones, ones
    that answer by chance.

    [against_any_system]: what a generator does against a system after a history is what it does
    by itself, restricted to what the system can answer. So a claim is proved once.

    Binding is left to Rocq, because everything here is about effects and not about variables.
    Pure parts are the relations between what they are given and what they can return: the
    primitives of Prims.v, and the denotations of pure programs, which are what their runs
    return (Adequacy.v). An operator is the function from its answer to its event; a system is a
    relation between a history and the next event, nothing more. *)
From Covenant Require Import Base Syntax Denotation Adequacy.
Set Implicit Arguments.

Section Effects.
(** Events; the functions of a program, with their parameters and results. *)
Variable E : Set.
Variable I : Type.
Variable P : I -> Type.
Variable B : I -> Set.

(** After this history, may this event come next? *)
Definition sut := Datatypes.list E -> E -> Prop.

Inductive cmd : Set -> Type :=
| CDone {A : Set} (a : A) : cmd A
| CFails {A : Set} : cmd A
| CDraw {A : Set} (F : A -> Prop) : cmd A
| CAsk {A : Set} (event : A -> E) : cmd A
| CDo (i : I) (p : P i) : cmd (B i)
| CBind {X A : Set} (c : cmd X) (k : X -> cmd A) : cmd A.

Variable body : forall i, P i -> cmd (B i).

(** ** Runs against a system: one step, and many *)
Inductive act (S : sut) : forall {A : Set}, Datatypes.list E -> cmd A -> Datatypes.list E -> cmd A -> Prop :=
| AcDraw (A : Set) h (F : A -> Prop) a : F a -> act S h (CDraw F) h (CDone a)
| AcAsk (A : Set) h (event : A -> E) a : S h (event a) -> act S h (CAsk event) (h ++ [event a]) (CDone a)
| AcDo h i (p : P i) : act S h (CDo p) h (body p)
| AcBind1 (X A : Set) h h' (c c' : cmd X) (k : X -> cmd A) :
    act S h c h' c' -> act S h (CBind c k) h' (CBind c' k)
| AcBind2 (X A : Set) h x (k : X -> cmd A) : act S h (CBind (CDone x) k) h (k x).

Inductive acts (S : sut) {A : Set} : Datatypes.list E -> cmd A -> Datatypes.list E -> cmd A -> Prop :=
| acts_refl h c : acts S h c h c
| acts_step h c h1 c1 h2 c2 : act S h c h1 c1 -> acts S h1 c1 h2 c2 -> acts S h c h2 c2.

(** ** The writer reading: no history, no system. This is what the pure program returns. *)
Inductive out : forall {A : Set}, cmd A -> Datatypes.list E -> A -> Prop :=
| OutDone (A : Set) (a : A) : out (CDone a) [] a
| OutDraw (A : Set) (F : A -> Prop) a : F a -> out (CDraw F) [] a
| OutAsk (A : Set) (event : A -> E) a : out (CAsk event) [event a] a
| OutDo i (p : P i) t b : out (body p) t b -> out (CDo p) t b
| OutBind (X A : Set) (c : cmd X) (k : X -> cmd A) t1 t2 x a :
    out c t1 x -> out (k x) t2 a -> out (CBind c k) (t1 ++ t2) a.

(** The system can answer along the whole trace. *)
Fixpoint admits (S : sut) (h t : Datatypes.list E) : Prop :=
  match t with [] => True | e :: t => S h e /\ admits S (h ++ [e]) t end.
Lemma admits_app S t1 : forall h t2,
  admits S h (t1 ++ t2) <-> admits S h t1 /\ admits S (h ++ t1) t2.
Proof.
  induction t1 as [|e t1 IH]; simpl; intros h t2.
  - rewrite app_nil_r. tauto.
  - rewrite IH, <- app_assoc. simpl. tauto.
Qed.

(** Inversion by a function on the program: no axiom about equality of dependent pairs. *)
Definition out_parts {A : Set} (c : cmd A) : Datatypes.list E -> A -> Prop :=
  match c in cmd A return Datatypes.list E -> A -> Prop with
  | CDone a => fun t b => t = [] /\ b = a
  | CFails => fun _ _ => False
  | CDraw F => fun t b => t = [] /\ F b
  | CAsk event => fun t b => t = [event b]
  | CDo p => fun t b => out (body p) t b
  | CBind c k => fun t b => exists t1 t2 x, t = t1 ++ t2 /\ out c t1 x /\ out (k x) t2 b
  end.
Lemma out_inv (A : Set) (c : cmd A) t a : out c t a -> out_parts c t a.
Proof. destruct 1; simpl; auto. exists t1, t2, x; auto. Qed.

Lemma acts_trans S (A : Set) h (c : cmd A) h1 c1 h2 c2 :
  acts S h c h1 c1 -> acts S h1 c1 h2 c2 -> acts S h c h2 c2.
Proof. induction 1; intros; auto. econstructor; eauto. Qed.
Lemma acts_one S (A : Set) h (c : cmd A) h1 c1 : act S h c h1 c1 -> acts S h c h1 c1.
Proof. intros. econstructor; [eassumption|apply acts_refl]. Qed.
Lemma acts_bind S (X A : Set) h (c : cmd X) h1 c1 (k : X -> cmd A) :
  acts S h c h1 c1 -> acts S h (CBind c k) h1 (CBind c1 k).
Proof. induction 1; [apply acts_refl|]. econstructor; [apply AcBind1; eassumption|auto]. Qed.

(** One step adds events that the system may answer, and loses nothing that can follow. *)
Lemma act_back S (A : Set) h (c : cmd A) h1 c1 : act S h c h1 c1 ->
  exists t1, h1 = h ++ t1 /\ admits S h t1 /\ forall t a, out c1 t a -> out c (t1 ++ t) a.
Proof.
  induction 1 as [A h F a Ha|A h event a Ha|h i p|X A h h' c c' k _ (t1 & E1 & Ad & IH)|X A h x k].
  - exists []. rewrite app_nil_r. split; auto. split; simpl; auto.
    intros t b H. apply out_inv in H as [-> ->]. apply OutDraw; auto.
  - exists [event a]. split; auto. split; simpl; auto.
    intros t b H. apply out_inv in H as [-> ->]. apply OutAsk.
  - exists []. rewrite app_nil_r. split; auto. split; simpl; auto.
    intros t b H. apply OutDo; auto.
  - exists t1. split; auto. split; auto. intros t a H.
    apply out_inv in H as (u1 & u2 & y & -> & H1 & H2). rewrite app_assoc.
    eapply OutBind; eauto.
  - exists []. rewrite app_nil_r. split; auto. split; simpl; auto.
    intros t a H. change t with ([] ++ t). eapply OutBind; [apply OutDone|exact H].
Qed.

(** ** One theorem for all systems *)
Theorem against_any_system S h (A : Set) (c : cmd A) t a :
  acts S h c (h ++ t) (CDone a) <-> out c t a /\ admits S h t.
Proof.
  split.
  - assert (K : forall h (c : cmd A) h2 c2, acts S h c h2 c2 -> forall a, c2 = CDone a ->
      exists t, h2 = h ++ t /\ admits S h t /\ out c t a).
    { induction 1 as [g d|g d h1 c1 h2 c2 H1 _ IH]; intros b E1.
      - subst d. exists []. rewrite app_nil_r. repeat split. apply OutDone.
      - destruct (IH b E1) as (t2 & -> & Ad & H2).
        destruct (act_back H1) as (t1 & -> & Ad1 & Hb). exists (t1 ++ t2).
        rewrite app_assoc. split; auto. split; [apply admits_app; auto|auto]. }
    intros H. destruct (K _ _ _ _ H a eq_refl) as (t' & Et & Ad & H').
    apply app_inv_head in Et. subst t'. auto.
  - intros [H Ha]. revert h Ha. induction H as [A a|A F a Ha|A event a|i p t b _ IH|X A c k t1 t2 x a _ IH1 _ IH2]; intros h Had.
    + rewrite app_nil_r. apply acts_refl.
    + rewrite app_nil_r. apply acts_one, AcDraw; auto.
    + apply acts_one, AcAsk. apply Had.
    + eapply acts_step; [apply AcDo|auto].
    + apply admits_app in Had as [H1 H2]. eapply acts_trans; [apply acts_bind, IH1, H1|].
      eapply acts_step; [apply AcBind2|]. rewrite app_assoc. apply IH2; auto.
Qed.

(** What a claim is good for: whatever the system is, each claimed trace that it can show at all
    is shown to the generator. *)
Corollary claim_against S h (A : Set) (c : cmd A) t a :
  out c t a -> admits S h t -> acts S h c (h ++ t) (CDone a).
Proof. intros H Ha. apply against_any_system; auto. Qed.
(** In particular a bug: a trace that violates a property, claimed, and shown by the system. *)
Corollary finds_the_bug S (A : Set) (c : cmd A) (claimed : Datatypes.list E -> A -> Prop) (bad : Datatypes.list E -> Prop) :
  (forall t a, claimed t a -> out c t a) ->
  forall t a, claimed t a -> bad t -> admits S [] t ->
  exists t' a', acts S [] c t' (CDone a') /\ bad t'.
Proof. intros H t a Hc Hb Ha. exists t, a. split; auto. apply (@claim_against S [] A c t a); auto. Qed.

(** ** Reading a generator off its writer program

    An exported certificate shows that whatever the writer program returns is done by the
    generator, request by request: one lemma per form of step, with what was drawn, answered or
    returned given first. *)
Lemma out_draw (X : Set) (a : X) (A : Set) (F : X -> Prop) (k : X -> cmd A) t v :
  F a -> out (k a) t v -> out (CBind (CDraw F) k) t v.
Proof. intros Ha H. change t with ([] ++ t). eapply OutBind; [apply OutDraw; exact Ha|exact H]. Qed.
Lemma out_ask (X : Set) (a : X) (A : Set) (event : X -> E) (k : X -> cmd A) t v :
  out (k a) t v -> out (CBind (CAsk event) k) (event a :: t) v.
Proof.
  intros H. change (event a :: t) with ([event a] ++ t). eapply OutBind; [apply OutAsk|exact H].
Qed.
Lemma out_tell (event : E) (A : Set) (c : cmd A) t v :
  out c t v -> out (CBind (CAsk (fun _ : unit => event)) (fun _ => c)) (event :: t) v.
Proof. intros H. exact (@out_ask unit tt A (fun _ => event) (fun _ => c) t v H). Qed.
Lemma out_join (X : Set) (x : X) (A : Set) (c : cmd X) (k : X -> cmd A) t1 t2 v :
  out c t1 x -> out (k x) t2 v -> out (CBind c k) (t1 ++ t2) v.
Proof. apply OutBind. Qed.
Lemma out_join_last (X : Set) (x : X) (A : Set) (c : cmd X) (k : X -> cmd A) t v :
  out c t x -> out (k x) [] v -> out (CBind c k) t v.
Proof. intros H K. rewrite <- (app_nil_r t). eapply OutBind; eauto. Qed.
End Effects.

Arguments CDone {E I P B A} a.
Arguments CFails {E I P B A}.
Arguments CDraw {E I P B A} F.
Arguments CAsk {E I P B A} event.
Arguments CDo {E I P B} i p.
Arguments CBind {E I P B X A} c k.
