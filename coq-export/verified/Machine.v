(** * Evaluation by small steps

    A machine with environments and a stack. It returns exactly what [run] says, in both directions, so that nobody has
    to believe in the big-step relation. *)
From Verified Require Export Top.
Set Implicit Arguments.

Inductive state := SEval (r : list slot) (e : core) (K : list (list slot * core))
                 | SRet (v : value) (K : list (list slot * core)).
Section Machine.
  Variables (kd : nat -> kind) (M : model) (gl : nat -> option clo) (ext : nat -> list slot -> value -> Prop).
  Notation run := (run kd M gl ext).
  Notation call := (call kd M gl ext).
  Definition enter_clo (c : clo) (args : list slot) : option (list slot * core) :=
    match c with
    | Clo r rec n b => if Nat.eqb (length args) n then Some (if rec then r ++ args ++ [SF c] else r ++ args, b) else None
    | Lib _ => None
    end.
  Inductive move : state -> state -> Prop :=
  | MRet r e K : move (SEval r (Ret e) K) (SRet (ev M (renv r) e) K)
  | MLetE r a b K : move (SEval r (LetE a b) K) (SEval r a ((r, b) :: K))
  | MPop v r b K : move (SRet v ((r, b) :: K)) (SEval (r ++ [SV v]) b K)
  | MLetV r f e c K : close_fn gl r f = Some c -> move (SEval r (LetV f e) K) (SEval (r ++ [SF c]) e K)
  | MOp r p v K : prim_can kd M r p v -> move (SEval r (Op p) K) (SRet v K)
  | MApp r f es c args r' b K : close_fn gl r f = Some c -> close_args M gl r es = Some args ->
      enter_clo c args = Some (r', b) -> move (SEval r (App f es) K) (SEval r' b K)
  | MLib r f es g args v K : close_fn gl r f = Some (Lib g) -> close_args M gl r es = Some args -> ext g args v ->
      move (SEval r (App f es) K) (SRet v K)
  | MMatch r e tags bs t fs b K : ev M (renv r) e = VCon t fs -> tget bs t = Some b ->
      move (SEval r (Match e tags bs) K) (SEval (r ++ map SV fs) b K).
  Inductive moves : state -> state -> Prop :=
  | MNil s : moves s s
  | MCons s t u : move s t -> moves t u -> moves s u.
  Lemma moves_trans s t u : moves s t -> moves t u -> moves s u.
  Proof. induction 1; auto. intros. econstructor; eauto. Qed.

  Scheme run_m := Minimality for Prog.run Sort Prop with call_m := Minimality for Prog.call Sort Prop.
  Combined Scheme run_call_ind from run_m, call_m.
  (** A call, by the machine. *)
  Definition returns (c : clo) (args : list slot) (v : value) : Prop :=
    match c with
    | Lib g => ext g args v
    | _ => exists r b, enter_clo c args = Some (r, b) /\ forall K, moves (SEval r b K) (SRet v K)
    end.
  Theorem run_moves :
    (forall r e v, run r e v -> forall K, moves (SEval r e K) (SRet v K)) /\
    (forall c args v, call c args v -> returns c args v).
  Proof.
    apply run_call_ind; intros.
    - econstructor; constructor.
    - econstructor; [constructor|]. eapply moves_trans; [apply H0|]. econstructor; [constructor|apply H2].
    - econstructor; [constructor; eauto|]. apply H1.
    - econstructor; [constructor; eauto|]. constructor.
    - destruct c as [r0 rec n b0|g].
      + destruct H2 as (r' & b & E & Hm). econstructor; [eapply MApp; eauto|]. apply Hm.
      + econstructor; [eapply MLib; eauto|]. constructor.
    - econstructor; [eapply MMatch; eauto|]. apply H2.
    - exists (r ++ args), b. simpl. rewrite H, Nat.eqb_refl. auto.
    - exists (r ++ args ++ [SF (Clo r true n b)]), b. simpl. rewrite H, Nat.eqb_refl. auto.
    - exact H.
  Qed.

  (** Back: what is left on the stack is run by the rest. *)
  Inductive finishes : list (list slot * core) -> value -> value -> Prop :=
  | FNil v : finishes [] v v
  | FCons r b K v w x : run (r ++ [SV v]) b w -> finishes K w x -> finishes ((r, b) :: K) v x.
  Definition done (s : state) (x : value) : Prop :=
    match s with
    | SEval r e K => exists v, run r e v /\ finishes K v x
    | SRet v K => finishes K v x
    end.
  Lemma enter_call c args r b v : enter_clo c args = Some (r, b) -> run r b v -> call c args v.
  Proof.
    destruct c as [r0 rec n b0|g]; simpl; try discriminate. destruct (Nat.eqb (length args) n) eqn:E; try discriminate.
    apply Nat.eqb_eq in E. intros [= <- <-] H. destruct rec; constructor; auto.
  Qed.
  Lemma move_done s t x : move s t -> done t x -> done s x.
  Proof.
    destruct 1; simpl; intros H'.
    - eexists. split; [constructor|auto].
    - destruct H' as (v & H1 & H2). inversion H2; subst. exists w. split; auto. econstructor; eauto.
    - destruct H' as (w & H1 & H2). econstructor; eauto.
    - destruct H' as (v & H1 & H2). exists v. split; auto. econstructor; eauto.
    - exists v. split; auto. constructor; auto.
    - destruct H' as (v & H2 & H3). exists v. split; auto. econstructor; eauto. eapply enter_call; eauto.
    - exists v. split; auto. econstructor; eauto. constructor; auto.
    - destruct H' as (v & H1 & H2). exists v. split; auto. econstructor; eauto.
  Qed.
  Theorem moves_run r e v : moves (SEval r e []) (SRet v []) -> run r e v.
  Proof.
    intros H. assert (D : done (SEval r e []) v).
    { remember (SRet v []) as t eqn:E. induction H; subst; [constructor|]. eapply move_done; eauto. }
    destruct D as (w & H1 & H2). inversion H2; subst; auto.
  Qed.
End Machine.

(** ** What a statement says, of the machine *)
(** A value that the machine can return from a call. *)
Definition machine_returns (s : statement) (M : model) (ext : nat -> list slot -> value -> Prop) (c : clo) (args : list slot) (v : value) : Prop :=
  match c with
  | Clo _ _ _ _ => exists r0 b, enter_clo c args = Some (r0, b) /\
      moves (kind_of (s_defs s)) M (global_clo (s_globals s)) ext (SEval r0 b []) (SRet v [])
  | Lib g => ext g args v                 (* a new name for a library function *)
  end.
(** The claimed function has a body, and for all arguments that satisfy the preconditions: the machine can return every value that the claim
    allows; or it returns only such values, each of the sort of the result; or both. *)
Definition holds_run (s : statement) (A : assumed) : Prop :=
  exists C f c, nth_error (s_globals s) (s_claim s) = Some (Global C (Some f)) /\
  global_clo (s_globals s) (s_claim s) = Some c /\
  forall M, good (data s) (s_defs s) M -> assumptions_hold s A M ->
  forall ext, libraries_hold s M ext ->
  let T := sc_type C in
  let means := dn (data s) (kind_of (s_defs s)) M in
  forall r args, adm (data s) (kind_of (s_defs s)) M (global_clo (s_globals s)) ext (f_ps T) r args ->
  means (pushes (map sval args) r) (f_req T) ->
  let allowed v := hs (data s) (mO M) (sv r) v (f_res T) /\ means (set_nu v (pushes (map sval args) r)) (f_ens T) in
  let every := forall v, allowed v -> machine_returns s M ext c args v in
  let only := forall v, machine_returns s M ext c args v -> allowed v in
  match s_reading s with Every => every | Only => only | Exactly => every /\ only end.
Theorem holds_runs s A : holds_modulo s A -> holds_run s A.
Proof.
  intros (C & f & c & E1 & E2 & H). exists C, f, c. split; auto. split; auto.
  intros M GM HA ext HL T means r args Ha Hr allowed every only. specialize (H M GM HA ext HL r). fold T in H.
  assert (EV : sat (data s) (kind_of (s_defs s)) M (global_clo (s_globals s)) ext T r c -> every).
  { intros S v [Hv He]. rewrite sat_def in S. pose proof (proj2 (run_moves _ _ _ _) _ _ _ (S args Ha Hr v Hv He)) as R.
    unfold machine_returns. destruct c; auto. destruct R as (r1 & b1 & E & R). eauto. }
  assert (ON : stays (data s) (kind_of (s_defs s)) M (global_clo (s_globals s)) ext T r c -> only).
  { intros S v R. destruct (S args v) as [Hv He].
    - eapply adm_sorted; eauto.
    - unfold machine_returns in R. destruct c; [|constructor; auto]. destruct R as (r1 & b1 & E & R).
      eapply enter_call; eauto. apply moves_run. auto.
    - split; auto. apply He; auto. }
  destruct (s_reading s); simpl in H; tauto.
Qed.
Theorem check_sound_run s c A : check s c = Accepted A -> holds_run s A.
Proof. intros H. eapply holds_runs, check_sound, H. Qed.
