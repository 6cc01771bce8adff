(** * Total: why the program with checks is enough

    A claim [total {v | phi}] is proved as a claim of *only* about another program, the one with checks
    ([elaborator/front/src/lower/total], [docs/RULES.md]). Here is the argument, for programs as trees of what they do: return,
    fail, choose, call. That the front end's translation is [check] is not proved; it is compared by running.

    [I] is what is running: a function with its arguments, and around it the calls in whose body it is a local function. [less]
    is the test that a call has to pass: the measure decreases and does not go below zero, or the function comes earlier in the
    file, or it is a local function that is entered. All that is used of it is that it is well-founded. *)
Set Implicit Arguments.

Section Programs.
Variable I : Type.

(** Programs that return a value of [A]; a call of [i] returns one of [R i]. Where there is nothing to choose from, a program fails:
    so a choice comes with one value. *)
Inductive prog (R : I -> Type) (A : Type) : Type :=
| Ret (a : A)
| Err
| Choose (X : Type) (x : X) (k : X -> prog R A)
| Call (i : I) (k : R i -> prog R A).
Arguments Ret {R A} a.
Arguments Err {R A}.
Arguments Choose {R A X} x k.
Arguments Call {R A} i k.

(** What a run can return: the reading that a claim of *only* is about. Failure and divergence return nothing. *)
Inductive returns (R : I -> Type) (body : forall i, prog R (R i)) : forall A, prog R A -> A -> Prop :=
| returns_ret A (a : A) : returns body (Ret a) a
| returns_choose A X (x y : X) (k : X -> prog R A) a : returns body (k y) a -> returns body (Choose x k) a
| returns_call A i (k : R i -> prog R A) r a :
    returns body (body i) r -> returns body (k r) a -> returns body (Call i k) a.

(** Every run ends, with a value that has [phi]. It is inductive, so that no run goes on for ever, and there is no case for [Err]. *)
Inductive ends (R : I -> Type) (body : forall i, prog R (R i)) : forall A, prog R A -> (A -> Prop) -> Prop :=
| ends_ret A (a : A) (phi : A -> Prop) : phi a -> ends body (Ret a) phi
| ends_choose A X (x : X) (k : X -> prog R A) phi : (forall y, ends body (k y) phi) -> ends body (Choose x k) phi
| ends_call A i (k : R i -> prog R A) psi phi :
    ends body (body i) psi -> (forall r, psi r -> ends body (k r) phi) -> ends body (Call i k) phi.

Lemma ends_weaken (R : I -> Type) (body : forall i, prog R (R i)) A (p : prog R A) (phi psi : A -> Prop) :
  ends body p phi -> (forall a, phi a -> psi a) -> ends body p psi.
Proof.
  intros H. revert psi. induction H as [A a phi H|A X x k phi H IH|A i k chi phi H IH Hk IHk]; intros psi W.
  - constructor. auto.
  - constructor. intros y. apply IH, W.
  - apply ends_call with (psi := chi); [exact H|]. intros r Hr. exact (IHk r Hr psi W).
Qed.

Lemma returns_inv (R : I -> Type) (body : forall i, prog R (R i)) A (p : prog R A) a : returns body p a ->
  match p with
  | Ret b => a = b
  | Err => False
  | Choose x k => exists y, returns body (k y) a
  | Call i k => exists r, returns body (body i) r /\ returns body (k r) a
  end.
Proof. intros []; eauto. Qed.

Section Checks.
Variable R : I -> Type.
Variable body : forall i, prog R (R i).
Variable less : I -> I -> bool.
Hypothesis less_wf : well_founded (fun j i => less j i = true).

(** [Failed] is [None], [Ended v] is [Some v]. *)
Definition R' (i : I) : Type := option (R i).

(** The same with checks, in the body of the call [here]. *)
Fixpoint check (here : I) {A} (p : prog R A) : prog R' (option A) :=
  match p with
  | Ret a => Ret (Some a)
  | Err => Ret None
  | Choose x k => Choose x (fun y => check here (k y))
  | Call i k =>
      if less i here
      then Call (R := R') i (fun o : R' i => match o with Some r => check here (k r) | None => Ret None end)
      else Ret None
  end.

Definition body' (i : I) : prog R' (R' i) := check i (body i).

Lemma check_ends (here : I) :
  (forall i, less i here = true -> ~ returns body' (body' i) None ->
     ends body (body i) (fun r => returns body' (body' i) (Some r))) ->
  forall A (p : prog R A), ~ returns body' (check here p) None ->
    ends body p (fun a => returns body' (check here p) (Some a)).
Proof.
  intros IH A p. induction p as [a| |X x k IHk|i k IHk]; simpl; intros Hp.
  - constructor. constructor.
  - exfalso. apply Hp. constructor.
  - constructor. intros y. eapply ends_weaken.
    + apply IHk. intros H. apply Hp. econstructor. exact H.
    + intros a H. econstructor. exact H.
  - destruct (less i here) eqn:E; [|exfalso; apply Hp; constructor].
    apply ends_call with (psi := fun r => returns body' (body' i) (Some r)).
    + apply IH; [exact E|]. intros H. apply Hp. eapply returns_call; [exact H|]. constructor.
    + intros r Hr. eapply ends_weaken.
      * apply IHk. intros H. apply Hp. eapply returns_call; [exact Hr|]. exact H.
      * intros a H. eapply returns_call; [exact Hr|]. exact H.
Qed.

(** If no run with checks fails, every run without them ends, with a value that one with checks returns. *)
Theorem never_failed_ends : forall i, ~ returns body' (body' i) None ->
  ends body (body i) (fun r => returns body' (body' i) (Some r)).
Proof.
  intros i. induction i as [i IH] using (well_founded_induction less_wf). apply check_ends. exact IH.
Qed.

(** The claim that is certified, and what it says. *)
Theorem total i (phi : R i -> Prop) :
  (forall o, returns body' (body' i) o -> exists v, o = Some v /\ phi v) -> ends body (body i) phi.
Proof.
  intros H. eapply ends_weaken.
  - apply never_failed_ends. intros N. destruct (H _ N) as (v & E & _). discriminate E.
  - intros r Hr. destruct (H _ Hr) as (v & E & Hv). injection E as ->. exact Hv.
Qed.

(** With the checks nothing is returned that is not returned without them. So what can be returned with checks can be returned, which is
    the other half of [total exactly]. *)
Lemma check_without (here : I) :
  (forall i, less i here = true -> forall r, returns body' (body' i) (Some r) -> returns body (body i) r) ->
  forall A (p : prog R A) v, returns body' (check here p) (Some v) -> returns body p v.
Proof.
  intros IH A p. induction p as [a| |X x k IHk|i k IHk]; intros v H; apply returns_inv in H; simpl in H.
  - injection H as ->. constructor.
  - discriminate H.
  - destruct H as [y H]. econstructor. exact (IHk y v H).
  - destruct (less i here) eqn:E; [|discriminate H].
    destruct H as [[r|] [Hr H]]; [|apply returns_inv in H; discriminate H].
    eapply returns_call; [exact (IH i E r Hr)|]. exact (IHk r v H).
Qed.

Theorem without_checks : forall i v, returns body' (body' i) (Some v) -> returns body (body i) v.
Proof.
  intros i. induction i as [i IH] using (well_founded_induction less_wf). apply check_without. exact IH.
Qed.

End Checks.
End Programs.
