(** * From the deep embedding to Rocq's own terms

    [holds_run] speaks about values and formulas that are data. A reader wants Inductives and quantifiers. What is here turns
    one into the other, for files that are written by [coq-export/src/bridge]: a type with an embedding into values ([Emb]), that
    it has all values of a sort ([Has]), one lemma per way to build a term ([ev]), a formula ([dn]) or a claim about a
    function ([sat]), and tactics that apply them along the syntax. What is recursive is shown by induction on the size of
    values, so that datatypes and definitions may be mutual or nested. The theorem at the end of such a file is proved from [holds_run] and from nothing else, so
    neither this file nor the writer has to be believed: read the theorem, and [can_return] or [returns_only], or
    [claim_returns] and [claim_returns_only] where the theorem is about functions or opaque sorts.

    Not chosen: one reflection theorem over a universe of types. It would be shorter to apply and longer than this to
    prove, and what it concludes would have to be unfolded into what a reader wants. *)
From Verified Require Export Rows.
Set Implicit Arguments.

(** ** Functions into values *)
(** At most one [x] is taken to this value. *)
Definition inj_at (A : Set) (f : A -> value) (v : value) : Prop := forall x y, f x = v -> f y = v -> x = y.
Definition bool_to (b : bool) : value := VCon (if b then 1 else 0) [].
Definition unit_to (_ : unit) : value := VCon 0 [].
Lemma inj_int v : inj_at VInt v. Proof. intros x y <- [= ->]. reflexivity. Qed.
Lemma inj_bool v : inj_at bool_to v. Proof. intros [] [] <- [=]; reflexivity. Qed.
Lemma inj_unit v : inj_at unit_to v. Proof. intros [] []; auto. Qed.
Definition inside (w v : value) : Prop := vsize w < vsize v.
Definition below (v : value) (n : nat) : Prop := vsize v < n.
Lemma just_below v : below v (S (vsize v)). Proof. apply Nat.lt_succ_diag_r. Qed.
Lemma smaller (P : value -> Prop) : (forall v, (forall w, inside w v -> P w) -> P v) -> forall v, P v.
Proof. intros H v. induction v as [v IH] using (well_founded_ind (well_founded_ltof _ vsize)). apply H. exact IH. Qed.
Lemma fields_same t fs u gs : VCon t fs = VCon u gs -> fs = gs. Proof. congruence. Qed.
Lemma first_same (A : Type) (x y : A) xs ys : x :: xs = y :: ys -> x = y /\ xs = ys. Proof. split; congruence. Qed.

(** ** Types with an embedding into values *)
Class Emb (A : Set) := { to : A -> value; to_inj : forall x y, to x = to y -> x = y }.
Arguments to {A Emb} x.
Lemma inj_to (A : Set) (E : Emb A) v : inj_at (@to A E) v. Proof. intros x y <- H. apply to_inj; auto. Qed.
Definition emb_of (A : Set) (f : A -> value) (H : forall v, inj_at f v) : Emb A :=
  {| to := f; to_inj := fun x y e => H (f y) x y e eq_refl |}.
Global Instance emb_Z : Emb Z := emb_of inj_int.
Global Instance emb_bool : Emb bool := emb_of inj_bool.
Global Instance emb_unit : Emb unit := emb_of inj_unit.
(** The values of a type. *)
Definition image (A : Set) (E : Emb A) (v : value) : Prop := exists x : A, v = to x.
(** Sort parameters: those of these types. *)
Definition sorts (l : list (value -> Prop)) : senv := fun i => nth i l (fun _ => False).
(** Predicates: one of a type, as one of values. *)
Definition p_end (P : Prop) (vs : list value) : Prop := match vs with [] => P | _ => False end.
Definition p_arg (A : Set) (E : Emb A) (f : A -> list value -> Prop) (vs : list value) : Prop :=
  match vs with v :: vs => exists x : A, v = to x /\ f x vs | [] => False end.
Lemma p_end_iff P : p_end P [] <-> P. Proof. simpl. tauto. Qed.
Lemma p_arg_iff (A : Set) (E : Emb A) f (x : A) vs Q : (f x vs <-> Q) -> (p_arg E f (to x :: vs) <-> Q).
Proof.
  intros H. rewrite <- H. simpl. split.
  - intros (y & e & K). apply to_inj in e. subst y. auto.
  - eauto.
Qed.
Definition preds (l : list (list value -> Prop)) : nat -> list value -> Prop := fun i => nth i l (fun _ => False).

Section Bridge.
  Variables (D : datatypes) (defs : list def) (M : model).
  Notation kd := (kind_of defs).
  Notation ev := (ev M).
  Notation dn := (dn D kd M).
  (** Of this value: it is one of the sort if it is one of the type. *)
  Definition Has_at (W : senv) (s : sort) (A : Set) (f : A -> value) (v : value) : Prop := hs D (mO M) W v s <-> exists x : A, v = f x.
  Lemma has_value_at W s (A : Set) (f : A -> value) x : Has_at W s f (f x) -> hs D (mO M) W (f x) s.
  Proof. intros H. apply H. eauto. Qed.
  (** The values of the sort are those of the type. *)
  Definition Has (W : senv) (s : sort) (A : Set) (E : Emb A) : Prop := forall v, hs D (mO M) W v s <-> exists x : A, v = to x.
  Lemma has_value W s A (E : Emb A) (x : A) : Has W s E -> hs D (mO M) W (to x) s.
  Proof. intros H. apply H. eauto. Qed.
  Lemma has_Z W : Has W SInt emb_Z.
  Proof.
    intros v. split.
    - intros H. apply hs_int in H as [z ->]. exists z. auto.
    - intros [x ->]. exact Logic.I.
  Qed.
  Lemma has_int_at W v : Has_at W SInt VInt v. Proof. apply has_Z. Qed.
  Lemma has_opaque W i A (E : Emb A) : (forall v, mO M i v <-> exists x : A, v = to x) -> Has W (SOpq i) E.
  Proof. intros H v. destruct v; simpl; apply H. Qed.
  Lemma has_opaque_at W i (A : Set) (E : Emb A) v : (forall v, mO M i v <-> exists x : A, v = to x) -> Has_at W (SOpq i) (@to A E) v.
  Proof. intros H. apply (has_opaque _ _ _ H). Qed.
  Lemma has_abs W i A (E : Emb A) : (forall v, W i v <-> exists x : A, v = to x) -> Has W (SAbs i) E.
  Proof. intros H v. destruct v; simpl; apply H. Qed.
  Lemma has_at W ss i A (E : Emb A) : Has W (nth i ss SInt) E -> forall v, at_sorts D (mO M) W ss i v <-> exists x : A, v = to x.
  Proof. intros H v. apply H. Qed.
  Hypothesis Hbool : ctors D 0 = [[]; []].
  Hypothesis Hunit : ctors D 1 = [[]].
  Lemma has_bool W : Has W (SData 0 []) emb_bool.
  Proof.
    intros v. split.
    - intros H. apply hs_data in H as (t & fs & ss & -> & E & Hf). rewrite fields_eq, Hbool in E.
      destruct t as [|[|[]]]; simpl in E; try discriminate; injection E as <-; destruct fs; simpl in Hf; try tauto; [exists false|exists true]; auto.
    - intros [b ->]. apply hs_con. rewrite fields_eq, Hbool. destruct b; exact Logic.I.
  Qed.
  Lemma has_unit W : Has W (SData 1 []) emb_unit.
  Proof.
    intros v. split.
    - intros H. apply hs_data in H as (t & fs & ss & -> & E & Hf). rewrite fields_eq, Hunit in E.
      destruct t as [|[]]; simpl in E; try discriminate; injection E as <-; destruct fs; simpl in Hf; try tauto. exists tt; auto.
    - intros [b ->]. apply hs_con. rewrite fields_eq, Hunit. exact Logic.I.
  Qed.
  Lemma has_bool_at W v : Has_at W (SData 0 []) bool_to v. Proof. apply has_bool. Qed.
  Lemma has_unit_at W v : Has_at W (SData 1 []) unit_to v. Proof. apply has_unit. Qed.

  (** ** Terms *)
  Lemma t_nil r : map (ev r) [] = []. Proof. reflexivity. Qed.
  Lemma t_cons r e es v vs : ev r e = v -> map (ev r) es = vs -> map (ev r) (e :: es) = v :: vs.
  Proof. simpl. congruence. Qed.
  Lemma t_ctor r s t es vs v : v = VCon t vs -> map (ev r) es = vs -> ev r (ECtor s t es) = v.
  Proof. simpl. congruence. Qed.
  Lemma t_fn r d ss es vs v : mI M d vs = v -> map (ev r) es = vs -> ev r (EFn d ss es) = v.
  Proof. simpl. congruence. Qed.
  Lemma t_add r a b (x y : Z) : ev r a = to x -> ev r b = to y -> ev r (EBin Add a b) = to (x + y)%Z.
  Proof. simpl. intros -> ->. reflexivity. Qed.
  Lemma t_sub r a b (x y : Z) : ev r a = to x -> ev r b = to y -> ev r (EBin Sub a b) = to (x - y)%Z.
  Proof. simpl. intros -> ->. reflexivity. Qed.
  Lemma t_mul r a b (x y : Z) : ev r a = to x -> ev r b = to y -> ev r (EBin Mul a b) = to (x * y)%Z.
  Proof. simpl. intros -> ->. reflexivity. Qed.
  Lemma t_div r a k (x : Z) : ev r a = to x -> ev r (EDiv a k) = to (x / k)%Z.
  Proof. simpl. intros ->. reflexivity. Qed.
  Lemma t_mod r a k (x : Z) : ev r a = to x -> ev r (EMod a k) = to (x mod k)%Z.
  Proof. simpl. intros ->. reflexivity. Qed.
  Lemma t_ite r c a b P (q : {P} + {~ P}) A (E : Emb A) (x y : A) : dec kd c = true -> (dn r c <-> P) ->
    ev r a = to x -> ev r b = to y -> ev r (EIte c a b) = to (if q then x else y).
  Proof.
    intros Hc HP Ha Hb. simpl. rewrite (dec_ev D kd M r _ Hc) in HP. destruct (isT (ev r c)), q; auto; exfalso; intuition discriminate.
  Qed.
  (** ** Formulas *)
  Lemma f_true r : dn r ETrue <-> True. Proof. simpl. tauto. Qed.
  Lemma f_false r : dn r EFalse <-> False. Proof. simpl. tauto. Qed.
  Lemma f_and r a b P Q : (dn r a <-> P) -> (dn r b <-> Q) -> (dn r (EBin And a b) <-> P /\ Q). Proof. simpl. tauto. Qed.
  Lemma f_or r a b P Q : (dn r a <-> P) -> (dn r b <-> Q) -> (dn r (EBin Or a b) <-> P \/ Q). Proof. simpl. tauto. Qed.
  Lemma f_imp r a b (P Q : Prop) : (dn r a <-> P) -> (dn r b <-> Q) -> (dn r (EBin Imp a b) <-> (P -> Q)). Proof. simpl. tauto. Qed.
  Lemma f_iff r a b P Q : (dn r a <-> P) -> (dn r b <-> Q) -> (dn r (EBin Iff a b) <-> (P <-> Q)). Proof. simpl. tauto. Qed.
  Lemma f_not r a P : (dn r a <-> P) -> (dn r (ENot a) <-> ~ P). Proof. simpl. tauto. Qed.
  Lemma f_eq r a b A (E : Emb A) (x y : A) : ev r a = to x -> ev r b = to y -> (dn r (EBin Eq a b) <-> x = y).
  Proof. simpl. intros -> ->. split; [apply to_inj|congruence]. Qed.
  Lemma f_le r a b (x y : Z) : ev r a = to x -> ev r b = to y -> (dn r (EBin Le a b) <-> (x <= y)%Z).
  Proof. simpl. intros -> ->. simpl. tauto. Qed.
  Lemma f_lt r a b (x y : Z) : ev r a = to x -> ev r b = to y -> (dn r (EBin Lt a b) <-> (x < y)%Z).
  Proof. simpl. intros -> ->. simpl. tauto. Qed.
  Lemma f_all r s a A (E : Emb A) (P : A -> Prop) : Has (sv r) s E -> (forall x, dn (push (to x) r) a <-> P x) ->
    (dn r (EQuant All s a) <-> forall x, P x).
  Proof.
    simpl. intros H K. split.
    - intros Q x. apply K, Q, H. eauto.
    - intros Q v Hv. apply H in Hv as [x ->]. apply K, Q.
  Qed.
  Lemma f_ex r s a A (E : Emb A) (P : A -> Prop) : Has (sv r) s E -> (forall x, dn (push (to x) r) a <-> P x) ->
    (dn r (EQuant Ex s a) <-> exists x, P x).
  Proof.
    simpl. intros H K. split.
    - intros (v & Hv & Q). apply H in Hv as [x ->]. exists x. apply K, Q.
    - intros (x & Q). exists (to x). split; [apply H; eauto|apply K, Q].
  Qed.
  Lemma f_dec r d ss es vs P : kd d = KDec -> (isT (mI M d vs) = true <-> P) -> map (ev r) es = vs -> (dn r (EFn d ss es) <-> P).
  Proof. simpl. intros -> H ->. exact H. Qed.
  Lemma f_prop r d ss es vs P : kd d = KProp -> (mJ M d (at_sorts D (mO M) (sv r) ss) vs <-> P) -> map (ev r) es = vs ->
    (dn r (EFn d ss es) <-> P).
  Proof. simpl. intros -> H ->. exact H. Qed.
  Lemma f_pred r p es vs P : (pv r p vs <-> P) -> map (ev r) es = vs -> (dn r (EPred p es) <-> P).
  Proof. simpl. intros H ->. exact H. Qed.

  (** ** Definitions *)
  Hypothesis GM : good D defs M.
  Definition none : senv := fun _ _ => False.
  Lemma d_fun d vs e fs v : select defs d vs = Some (e, fs) -> ev (denv (np defs d) vs fs none) e = v -> mI M d vs = v.
  Proof. intros S <-. apply (g_fun GM). auto. Qed.
  Lemma d_dec d vs e fs P : select defs d vs = Some (e, fs) -> dec kd e = true -> (dn (denv (np defs d) vs fs none) e <-> P) ->
    (isT (mI M d vs) = true <-> P).
  Proof. intros S C H. rewrite (g_fun GM d vs none S), <- (dec_ev D kd M _ _ C). exact H. Qed.
  Lemma d_prop d vs e fs W P : select defs d vs = Some (e, fs) -> (dn (denv (np defs d) vs fs W) e <-> P) -> (mJ M d W vs <-> P).
  Proof. intros S H. rewrite (g_pred GM d vs W S). exact H. Qed.
End Bridge.

(** ** The claim *)
Definition statement_of (R : rows) : statement := match load R with inl (s, _) => s | inr _ => Statement [] [] [] [] 0 Every end.
(** An interpretation of the theory (one exists: [model_exists]), and what functions without a body do, which is at least what is claimed
    of them. *)
Record machine (s : statement) := Machine {
  the_model : model; is_good : good (data s) (s_defs s) the_model;
  libraries : nat -> list slot -> value -> Prop; are_as_claimed : libraries_hold s the_model libraries }.
Arguments the_model {s}.
Arguments is_good {s}.
Arguments libraries {s}.
(** Called with these arguments, the function can return the value. *)
Definition returns s (m : machine s) (c : clo) (args : list slot) (v : value) : Prop :=
  Machine.returns (kind_of (s_defs s)) (the_model m) (global_clo (s_globals s)) (libraries m) c args v.
(** The same for the function that the claim is about. *)
Definition claim_returns s (m : machine s) (args : list slot) (v : value) : Prop :=
  exists c, global_clo (s_globals s) (s_claim s) = Some c /\ returns m c args v.
(** It can in every interpretation, whatever functions without a body do. *)
Definition can_return (s : statement) (args : list value) (v : value) : Prop := forall m : machine s, claim_returns m (map SV args) v.
(** What the function returns is a value of this type, and satisfies this; of the machine, and in every interpretation. *)
Definition claim_returns_only s (m : machine s) (args : list slot) (A : Set) (E : Emb A) (P : A -> Prop) : Prop :=
  forall w, claim_returns m args w -> exists v : A, w = to v /\ P v.
Arguments claim_returns_only [s] m args {A E} P.
Definition returns_only (s : statement) (args : list value) (A : Set) (E : Emb A) (P : A -> Prop) : Prop :=
  forall m : machine s, claim_returns_only m (map SV args) P.
Arguments returns_only s args {A E} P.
(** The values of an opaque sort are those of a type. *)
Definition has_values_of s (m : machine s) (i : nat) (A : Set) (E : Emb A) : Prop := forall v, mO (the_model m) i v <-> exists x : A, v = to x.

Section Claims.
  Variables (s : statement) (m : machine s).
  Notation D := (data s).
  Notation kd := (kind_of (s_defs s)).
  Notation M := (the_model m).
  Notation gl := (global_clo (s_globals s)).
  Notation dn := (dn D kd M).
  Notation sat := (sat D kd M gl (libraries m)).
  Lemma returns_call c args v : returns m c args v <-> call kd M gl (libraries m) c args v.
  Proof.
    split; [|apply (proj2 (run_moves _ _ _ _))]. unfold returns, Machine.returns. destruct c; [|constructor; auto].
    intros (r0 & e & E & H). eapply enter_call; eauto. apply moves_run. apply H.
  Qed.
  (** What is left of a claim about a function when some arguments are there. *)
  Definition sat_from (ps : list param) (req : expr) (res : sort) (ens : expr) (r : env) (before : list slot) (c : clo) : Prop :=
    forall args, adm D kd M gl (libraries m) ps r args -> dn (pushes (map sval args) r) req ->
    forall v, hs D (mO M) (sv r) v res -> dn (set_nu v (pushes (map sval args) r)) ens -> returns m c (before ++ args) v.
  Lemma s_start ps req res ens r c P : (sat_from ps req res ens r [] c <-> P) -> (sat (FT ps req res ens) r c <-> P).
  Proof.
    intros <-. rewrite sat_eq. unfold sat_from. split; intros H args A1 A2 v V1 V2; apply returns_call; apply H; auto.
  Qed.
  Lemma s_base t q ps req res ens r before c A (E : Emb A) (Q R : A -> Prop) : Has D M (sv r) t E ->
    (forall x, dn (set_nu (to x) r) q <-> Q x) ->
    (forall x, sat_from ps req res ens (push (to x) r) (before ++ [SV (to x)]) c <-> R x) ->
    (sat_from (PB t q :: ps) req res ens r before c <-> forall x, Q x -> R x).
  Proof.
    intros H K L. split.
    - intros F x q1. apply L. intros args A1 A2 v V1 V2. rewrite <- app_assoc. apply (F (SV (to x) :: args)); auto. simpl.
      split; [|split]; auto; [apply H; eauto|apply K; auto].
    - intros F [|[w|k] args] A1 A2 v V1 V2; simpl in A1; try tauto. destruct A1 as (A0 & A1 & A3).
      apply H in A0 as [x ->]. specialize (proj2 (L x) (F x (proj1 (K x) A1))). intros G.
      specialize (G args A3 A2 v V1 V2). rewrite <- app_assoc in G. exact G.
  Qed.
  Lemma s_base_any t ps req res ens r before c A (E : Emb A) (R : A -> Prop) : Has D M (sv r) t E ->
    (forall x, sat_from ps req res ens (push (to x) r) (before ++ [SV (to x)]) c <-> R x) ->
    (sat_from (PB t ETrue :: ps) req res ens r before c <-> forall x, R x).
  Proof.
    intros H L. rewrite (@s_base t ETrue ps req res ens r before c A E (fun _ => True) R); auto; [|simpl; tauto].
    split; auto.
  Qed.
  Lemma s_fun T ps req res ens r before c (Q R : clo -> Prop) : (forall k, sat T r k <-> Q k) ->
    (forall k, sat_from ps req res ens (push dflt r) (before ++ [SF k]) c <-> R k) ->
    (sat_from (PF T :: ps) req res ens r before c <-> forall k, Q k -> R k).
  Proof.
    intros K L. split.
    - intros F k q1. apply L. intros args A1 A2 v V1 V2. rewrite <- app_assoc. apply (F (SF k :: args)); auto. simpl.
      split; auto. apply K; auto.
    - intros F [|[w|k] args] A1 A2 v V1 V2; simpl in A1; try tauto. destruct A1 as (A1 & A3).
      specialize (proj2 (L k) (F k (proj1 (K k) A1))). intros G. specialize (G args A3 A2 v V1 V2). rewrite <- app_assoc in G. exact G.
  Qed.
  Lemma s_end req res ens r before c (P : Prop) A (E : Emb A) (Q : A -> Prop) : Has D M (sv r) res E -> (dn r req <-> P) ->
    (forall x, dn (set_nu (to x) r) ens <-> Q x) ->
    (sat_from [] req res ens r before c <-> (P -> forall x, Q x -> returns m c before (to x))).
  Proof.
    intros H J K. split.
    - intros F p x q1. rewrite <- (app_nil_r before). apply F; simpl; auto; [apply J|apply H; eauto|apply K]; auto.
    - intros F [|a args] A1 A2 v V1 V2; [|destruct a; destruct A1]. apply H in V1 as [x ->]. rewrite app_nil_r. apply F; [apply J|apply K]; auto.
  Qed.
  Lemma s_end_any res ens r before c A (E : Emb A) (Q : A -> Prop) : Has D M (sv r) res E ->
    (forall x, dn (set_nu (to x) r) ens <-> Q x) ->
    (sat_from [] ETrue res ens r before c <-> forall x, Q x -> returns m c before (to x)).
  Proof.
    intros H K. rewrite (@s_end ETrue res ens r before c True A E Q); simpl; auto; tauto.
  Qed.
End Claims.
Definition at_args (W : senv) (pv : nat -> list value -> Prop) : env := Env (fun _ => dflt) (fun _ => dflt) dflt (fun _ => dflt) W pv.
(** Whether claims say what can be returned, and what is returned only. *)
Definition says_every (k : reading) : bool := match k with Only => false | _ => true end.
Definition says_only (k : reading) : bool := match k with Every => false | _ => true end.
Section Plain.
  Variables (R : rows) (s : statement) (C : scheme) (f : fn) (W : senv) (pv : nat -> list value -> Prop) (m : machine s) (args : list slot).
  Notation D := (data s).
  Notation kd := (kind_of (s_defs s)).
  Notation M := (the_model m).
  Notation gl := (global_clo (s_globals s)).
  Notation r := (at_args W pv).
  Notation T := (sc_type C).
  (** The arguments are what the claim asks for. *)
  Definition admitted : Prop := adm D kd M gl (libraries m) (f_ps T) r args /\ dn D kd M (pushes (map sval args) r) (f_req T).
  Lemma claim_says : claims_hold R -> statement_of R = s -> nth_error (s_globals s) (s_claim s) = Some (Global C (Some f)) ->
    exists c, gl (s_claim s) = Some c /\ says D kd M gl (libraries m) (s_reading s) T r c.
  Proof.
    unfold claims_hold, statement_of. intros H E EC. destruct (load R) as [[s0 c0]|]; [|tauto]. subst s0.
    destruct H as [(C1 & f1 & c & E1 & E2 & H) _]. rewrite EC in E1. injection E1 as <- <-. exists c. split; auto.
    assert (A : assumptions_hold s nothing M) by (split; simpl; tauto).
    exact (H _ (is_good m) A _ (are_as_claimed m) r).
  Qed.
  Lemma claim_plain v : claims_hold R -> statement_of R = s ->
    (nth_error (s_globals s) (s_claim s), says_every (s_reading s)) = (Some (Global C (Some f)), true) ->
    admitted /\ hs D (mO M) W v (f_res T) /\ dn D kd M (set_nu v (pushes (map sval args) r)) (f_ens T) -> claim_returns m args v.
  Proof.
    intros H E EC ((K1 & K2) & K3 & K4). injection EC as EC Ek. destruct (claim_says H E EC) as (c & E2 & S). exists c. split; auto.
    apply returns_call. assert (S0 : sat D kd M gl (libraries m) T r c) by (destruct (s_reading s); [exact S|discriminate|exact (proj1 S)]).
    rewrite sat_def in S0. apply S0; auto.
  Qed.
  Lemma claim_plain_only (A : Set) (E : Emb A) (P : A -> Prop) : claims_hold R -> statement_of R = s ->
    (nth_error (s_globals s) (s_claim s), says_only (s_reading s)) = (Some (Global C (Some f)), true) ->
    admitted /\ Has D M W (f_res T) E /\ (forall x, dn D kd M (set_nu (to x) (pushes (map sval args) r)) (f_ens T) <-> P x) ->
    claim_returns_only m args P.
  Proof.
    intros H Es EC ((K1 & K2) & K3 & K4) w (c0 & E0 & Hw). injection EC as EC Ek. destruct (claim_says H Es EC) as (c & E2 & S).
    rewrite E2 in E0. injection E0 as <-. apply returns_call in Hw.
    assert (S0 : stays D kd M gl (libraries m) T r c) by (destruct (s_reading s); [discriminate|exact S|exact (proj2 S)]).
    destruct (S0 args w) as [Hv He]; auto; [eapply adm_sorted; eauto|]. specialize (He K1 K2). apply K3 in Hv as [x ->].
    exists x. split; auto. apply K4; auto.
  Qed.
End Plain.

(** ** Tactics *)
(** Each is given a tactic [known], which applies what is proved about definitions so far, and [data], the same about datatypes: that a sort
    has the values of a type, and what a constructor is taken to. *)
(** That a value is smaller than one that it is in. *)
Ltac size := unfold inside in *; cbn [Val.vsize] in *; lia.
Ltac field_of := first [ left; reflexivity | right; field_of ].
(** The same, of what a definition analyses and a field that it calls itself with. *)
Ltac smaller_field :=
  match goal with H : below ?v (S ?n) |- below ?w ?n => refine (Nat.lt_le_trans _ _ _ (Val.vsize_in _ _ _ _) (le_S_n _ _ H)); field_of end.
Ltac none_below := intros; match goal with H : below _ 0 |- _ => inversion H end.
(** That a sort has the values of a type. *)
Ltac has_in data :=
  cbn [ssub nth map];
  first [ assumption | apply has_Z | apply has_bool; reflexivity | apply has_unit; reflexivity
        | apply has_abs; first [ assumption | intros; reflexivity ] | apply has_opaque; assumption | data; has_in data ].
(** A predicate variable at arguments. *)
Ltac predicate :=
  cbn [pv set_nu push pushes fold_left map at_args preds nth]; arguments
with arguments :=
  lazymatch goal with
  | |- p_arg _ _ _ <-> _ => eapply p_arg_iff; cbv beta; arguments
  | |- p_end _ _ <-> _ => apply p_end_iff
  end.
Ltac term known data :=
  lazymatch goal with
  | |- Expr.ev _ _ (EBin Add _ _) = _ => eapply t_add; [term known data|term known data]
  | |- Expr.ev _ _ (EBin Sub _ _) = _ => eapply t_sub; [term known data|term known data]
  | |- Expr.ev _ _ (EBin Mul _ _) = _ => eapply t_mul; [term known data|term known data]
  | |- Expr.ev _ _ (EDiv _ _) = _ => eapply t_div; term known data
  | |- Expr.ev _ _ (EMod _ _) = _ => eapply t_mod; term known data
  | |- Expr.ev (the_model ?m) _ (EIte _ _ _) = _ => let s := type of m in
      match s with machine ?s => eapply (@t_ite (Top.data s) (s_defs s) (the_model m)) end; [reflexivity|formula known data|term known data|term known data]
  | |- Expr.ev _ _ (ECtor _ _ _) = _ => eapply t_ctor; [first [ data | reflexivity ]|terms known data]
  | |- Expr.ev _ _ (EFn _ _ _) = _ => eapply t_fn; [known|terms known data]
  | |- Expr.ev _ _ (ELit _ _) = _ => assumption
  | |- _ => reflexivity
  end
with terms known data :=
  lazymatch goal with
  | |- map _ [] = _ => reflexivity
  | |- map _ (_ :: _) = _ => eapply t_cons; [term known data|terms known data]
  end
with formula known data :=
  lazymatch goal with
  | |- Expr.dn _ _ _ _ ETrue <-> _ => apply f_true
  | |- Expr.dn _ _ _ _ EFalse <-> _ => apply f_false
  | |- Expr.dn _ _ _ _ (EBin And _ _) <-> _ => apply f_and; formula known data
  | |- Expr.dn _ _ _ _ (EBin Or _ _) <-> _ => apply f_or; formula known data
  | |- Expr.dn _ _ _ _ (EBin Imp _ _) <-> _ => apply f_imp; formula known data
  | |- Expr.dn _ _ _ _ (EBin Iff _ _) <-> _ => apply f_iff; formula known data
  | |- Expr.dn _ _ _ _ (ENot _) <-> _ => apply f_not; formula known data
  | |- Expr.dn _ _ _ _ (EBin Le _ _) <-> _ => eapply f_le; [term known data|term known data]
  | |- Expr.dn _ _ _ _ (EBin Lt _ _) <-> _ => eapply f_lt; [term known data|term known data]
  | |- Expr.dn _ _ _ _ (EBin Eq _ _) <-> @eq ?A ?x ?y =>
      let E := constr:(ltac:(typeclasses eauto) : Emb A) in
      refine (@f_eq _ _ _ _ _ _ A E x y _ _); [term known data|term known data]
  | |- Expr.dn _ _ _ _ (EQuant All _ _) <-> (forall x : ?A, _) =>
      let E := constr:(ltac:(typeclasses eauto) : Emb A) in
      refine (@f_all _ _ _ _ _ _ A E _ _ _); [has_in data|intro; formula known data]
  | |- Expr.dn _ _ _ _ (EQuant Ex _ _) <-> (exists x : ?A, _) =>
      let E := constr:(ltac:(typeclasses eauto) : Emb A) in
      refine (@f_ex _ _ _ _ _ _ A E _ _ _); [has_in data|intro; formula known data]
  | |- Expr.dn _ _ _ _ (EPred _ _) <-> _ => eapply f_pred; [predicate|terms known data]
  | |- Expr.dn _ _ _ _ (EFn _ _ _) <-> _ =>
      first [ eapply f_dec; [reflexivity|known|terms known data] | eapply f_prop; [reflexivity|known; apply has_at; has_in data|terms known data] ]
  end.
(** From a plain formula to what it means. *)
Ltac from H known data := let P := type of H in refine (proj2 (_ : _ <-> P) H); formula known data.
(** A claim about a function. *)
Ltac function known data :=
  lazymatch goal with |- Prog.sat _ _ _ _ _ (FT _ _ _ _) _ _ <-> _ => apply s_start; rest_of_function known data end
with rest_of_function known data :=
  lazymatch goal with
  | |- sat_from _ (PB _ ETrue :: _) _ _ _ _ _ _ <-> (forall x : ?A, _) =>
      let E := constr:(ltac:(typeclasses eauto) : Emb A) in
      refine (@s_base_any _ _ _ _ _ _ _ _ _ _ A E _ _ _); [has_in data|intro; rest_of_function known data]
  | |- sat_from _ (PB _ _ :: _) _ _ _ _ _ _ <-> (forall x : ?A, _) =>
      let E := constr:(ltac:(typeclasses eauto) : Emb A) in
      refine (@s_base _ _ _ _ _ _ _ _ _ _ _ A E _ _ _ _ _); [has_in data|intro; formula known data|intro; rest_of_function known data]
  | |- sat_from _ (PF _ :: _) _ _ _ _ _ _ <-> _ =>
      refine (@s_fun _ _ _ _ _ _ _ _ _ _ _ _ _ _); [intro; function known data|intro; rest_of_function known data]
  | |- sat_from _ [] ETrue _ _ _ _ _ <-> (forall x : ?A, _) =>
      let E := constr:(ltac:(typeclasses eauto) : Emb A) in
      refine (@s_end_any _ _ _ _ _ _ _ A E _ _ _); [has_in data|intro; formula known data]
  | |- sat_from _ [] _ _ _ _ _ _ <-> (_ -> forall x : ?A, _) =>
      let E := constr:(ltac:(typeclasses eauto) : Emb A) in
      refine (@s_end _ _ _ _ _ _ _ _ _ A E _ _ _ _); [has_in data|formula known data|intro; formula known data]
  end.
Ltac from_function H known data := let P := type of H in refine (proj2 (_ : _ <-> P) H); function known data.
