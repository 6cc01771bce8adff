(** * From the deep embedding to Rocq's own terms

    [holds_run] speaks about values and formulas that are data. A reader wants Inductives and quantifiers. What is here turns
    one into the other, for files that are written by [coq-export/src/bridge.rs]: a type with an embedding into values ([Emb]), that
    it has all values of a sort ([Has]), one lemma per way to build a term ([ev]) or a formula ([dn]), and tactics
    that apply them along the syntax. The theorem at the end of such a file is proved from [holds_run] and from nothing else, so
    neither this file nor the writer has to be believed: read the theorem, and [can_return].

    Not chosen: one reflection theorem over a universe of types. It would be shorter to apply and longer than this to
    prove, and what it concludes would have to be unfolded into what a reader wants. *)
From Verified Require Export Rows.
Set Implicit Arguments.

(** ** Types with an embedding into values *)
Class Emb (A : Set) := { to : A -> value; to_inj : forall x y, to x = to y -> x = y }.
Arguments to {A Emb} x.
Global Instance emb_Z : Emb Z.
Proof. refine {| to := VInt |}. congruence. Defined.
Global Instance emb_bool : Emb bool.
Proof. refine {| to := fun b : bool => VCon (if b then 1 else 0) [] |}. intros [] []; simpl; congruence. Defined.
Global Instance emb_unit : Emb unit.
Proof. refine {| to := fun _ => VCon 0 [] |}. intros [] []; auto. Defined.
(** The values of a type. *)
Definition image (A : Set) (E : Emb A) (v : value) : Prop := exists x : A, v = to x.
(** Sort parameters: those of these types. *)
Definition sorts (l : list (value -> Prop)) : senv := fun i => nth i l (fun _ => False).

Section Bridge.
  Variables (D : datatypes) (defs : list def) (M : model).
  Notation kd := (kind_of defs).
  Notation ev := (ev M).
  Notation dn := (dn D kd M).
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

  (** ** Terms *)
  Lemma t_nil r : map (ev r) [] = []. Proof. reflexivity. Qed.
  Lemma t_cons r e es v vs : ev r e = v -> map (ev r) es = vs -> map (ev r) (e :: es) = v :: vs.
  Proof. simpl. congruence. Qed.
  Lemma t_ctor r s t es vs : map (ev r) es = vs -> ev r (ECtor s t es) = VCon t vs.
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
(** Called with these arguments, the machine can return the value: in every interpretation of the theory (one exists: [model_exists]), whatever
    functions without a body do. *)
Definition can_return (s : statement) (args : list value) (v : value) : Prop :=
  forall M, good (data s) (s_defs s) M -> forall ext, libraries_hold s M ext ->
  exists c, global_clo (s_globals s) (s_claim s) = Some c /\
  returns (kind_of (s_defs s)) M (global_clo (s_globals s)) ext c (map SV args) v.
Definition at_args (W : senv) (pv : nat -> list value -> Prop) : env := Env (fun _ => dflt) (fun _ => dflt) dflt (fun _ => dflt) W pv.
(** Values for parameters that are not functions. *)
Fixpoint fits_all (D : datatypes) (kd : nat -> kind) (M : model) (ps : list param) (r : env) (vs : list value) : Prop :=
  match ps, vs with
  | [], [] => True
  | PB s q :: ps, v :: vs => hs D (mO M) (sv r) v s /\ dn D kd M (set_nu v r) q /\ fits_all D kd M ps (push v r) vs
  | _, _ => False
  end.
(** Whether claims say what can be returned. *)
Definition says_every (k : reading) : bool := match k with Only => false | _ => true end.
Lemma claim_plain R s C f W vs v : claims_hold R -> statement_of R = s ->
  (nth_error (s_globals s) (s_claim s), says_every (s_reading s)) = (Some (Global C (Some f)), true) ->
  (forall M, good (data s) (s_defs s) M ->
     let D := data s in let kd := kind_of (s_defs s) in let r := at_args W (fun _ _ => False) in let T := sc_type C in
     fits_all D kd M (f_ps T) r vs /\ dn D kd M (pushes vs r) (f_req T) /\
     hs D (mO M) W v (f_res T) /\ dn D kd M (set_nu v (pushes vs r)) (f_ens T)) ->
  can_return s vs v.
Proof.
  unfold claims_hold, statement_of. intros H E EC K M GM ext HL. injection EC as EC Ek. destruct (load R) as [[s0 c0]|]; [|tauto]. subst s0.
  destruct H as [(C1 & f1 & c & E1 & E2 & H) _]. rewrite EC in E1. injection E1 as <- <-. exists c. split; auto.
  apply (proj2 (run_moves _ _ _ _)). specialize (H M GM). assert (A : assumptions_hold s nothing M) by (split; simpl; tauto).
  specialize (H A ext HL (at_args W (fun _ _ => False))).
  assert (H0 : sat (data s) (kind_of (s_defs s)) M (global_clo (s_globals s)) ext (sc_type C) (at_args W (fun _ _ => False)) c)
    by (destruct (s_reading s); [exact H|discriminate|exact (proj1 H)]). clear H. rename H0 into H. rewrite sat_def in H. destruct (K M GM) as (K1 & K2 & K3 & K4).
  assert (SV : forall l, map sval (map SV l) = l) by (induction l; simpl; congruence).
  apply H; rewrite ?SV; auto.
  clear - K1. generalize dependent (at_args W (fun _ _ => False)). generalize dependent (f_ps (sc_type C)).
  induction vs as [|v vs IH]; intros [|[s0 q|T] ps] r; simpl; try tauto. intros (? & ? & ?). auto.
Qed.

(** Called with these arguments, the machine may return the value: in some interpretation of the theory, with some functions without a
    body of which their claims are true. *)
Definition may_return (s : statement) (args : list value) (v : value) : Prop :=
  exists M, good (data s) (s_defs s) M /\ exists ext, libraries_hold s M ext /\
  exists c, global_clo (s_globals s) (s_claim s) = Some c /\
  returns (kind_of (s_defs s)) M (global_clo (s_globals s)) ext c (map SV args) v.
(** Whether claims say what is returned only. *)
Definition says_only (k : reading) : bool := match k with Every => false | _ => true end.
Lemma claim_within R s C f W vs (P : value -> Prop) : claims_hold R -> statement_of R = s ->
  (nth_error (s_globals s) (s_claim s), says_only (s_reading s)) = (Some (Global C (Some f)), true) ->
  (forall M, good (data s) (s_defs s) M ->
     let D := data s in let kd := kind_of (s_defs s) in let r := at_args W (fun _ _ => False) in let T := sc_type C in
     fits_all D kd M (f_ps T) r vs /\ dn D kd M (pushes vs r) (f_req T) /\
     forall v, hs D (mO M) W v (f_res T) -> dn D kd M (set_nu v (pushes vs r)) (f_ens T) -> P v) ->
  forall v, may_return s vs v -> P v.
Proof.
  unfold claims_hold, statement_of. intros H E EC K v (M & GM & ext & HL & c & Ec & R0). injection EC as EC Ek.
  destruct (load R) as [[s0 c0]|]; [|tauto]. subst s0.
  destruct H as [(C1 & f1 & c1 & E1 & E2 & H) _]. rewrite EC in E1. injection E1 as <- <-. rewrite Ec in E2. injection E2 as <-.
  assert (A : assumptions_hold s nothing M) by (split; simpl; tauto). specialize (H M GM A ext HL (at_args W (fun _ _ => False))).
  assert (S : stays (data s) (kind_of (s_defs s)) M (global_clo (s_globals s)) ext (sc_type C) (at_args W (fun _ _ => False)) c)
    by (destruct (s_reading s); [discriminate|exact H|exact (proj2 H)]).
  destruct (K M GM) as (K1 & K2 & K3). assert (EV : forall l, map sval (map SV l) = l) by (induction l; simpl; congruence).
  assert (Ha : adm (data s) (kind_of (s_defs s)) M (global_clo (s_globals s)) ext (f_ps (sc_type C)) (at_args W (fun _ _ => False)) (map SV vs)).
  { clear - K1. generalize dependent (at_args W (fun _ _ => False)). generalize dependent (f_ps (sc_type C)).
    induction vs as [|v vs IH]; intros [|[s0 q|T] ps] r; simpl; try tauto. intros (? & ? & ?). auto. }
  assert (Hc : call (kind_of (s_defs s)) M (global_clo (s_globals s)) ext c (map SV vs) v).
  { destruct c; [|constructor; exact R0]. destruct R0 as (r1 & b1 & En & R0). eapply enter_call; [exact En|]. apply moves_run, R0. }
  destruct (S (map SV vs) v (adm_sorted _ _ _ _ _ _ _ _ Ha) Hc) as [Hv He]. apply K3; [exact Hv|]. rewrite EV in He. apply He; auto.
Qed.

(** ** Tactics *)
(** Each is given a tactic [known], which applies what is proved about definitions so far, and [data], the same about datatypes. *)
Ltac injective :=
  let x := fresh "x" in let y := fresh "y" in let H := fresh "H" in
  intros x; induction x; intros y; destruct y; cbn -[to]; intros H; try discriminate H; try reflexivity;
  injection H; intros; f_equal; first [ solve [auto] | refine (to_inj _ _ _); first [ assumption | cbn; congruence ] ].
(** That a sort has the values of a type. *)
Ltac has_in data :=
  cbn [ssub nth map];
  first [ assumption | apply has_Z | apply has_bool; reflexivity | apply has_unit; reflexivity
        | apply has_abs; first [ assumption | intros; reflexivity ] | data; has_in data ].
Ltac term known data :=
  lazymatch goal with
  | |- Expr.ev _ _ (EBin Add _ _) = _ => eapply t_add; [term known data|term known data]
  | |- Expr.ev _ _ (EBin Sub _ _) = _ => eapply t_sub; [term known data|term known data]
  | |- Expr.ev _ _ (EBin Mul _ _) = _ => eapply t_mul; [term known data|term known data]
  | |- Expr.ev _ _ (EDiv _ _) = _ => eapply t_div; term known data
  | |- Expr.ev _ _ (EMod _ _) = _ => eapply t_mod; term known data
  | G : good ?D ?defs ?M |- Expr.ev ?M _ (EIte _ _ _) = _ => eapply (@t_ite D defs M); [reflexivity|formula known data|term known data|term known data]
  | |- Expr.ev _ _ (ECtor _ _ _) = _ => eapply t_ctor; terms known data
  | |- Expr.ev _ _ (EFn _ _ _) = _ => eapply t_fn; [known|terms known data]
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
  | |- Expr.dn _ _ _ _ (EFn _ _ _) <-> _ =>
      first [ eapply f_dec; [reflexivity|known|terms known data] | eapply f_prop; [reflexivity|known; apply has_at; has_in data|terms known data] ]
  end.
(** From a plain formula to what it means. *)
Ltac from H known data := let P := type of H in refine (proj2 (_ : _ <-> P) H); formula known data.
(** And back. *)
Ltac into H known data := lazymatch goal with |- ?P => refine (proj1 (_ : _ <-> P) H); formula known data end.
