(** * Denotation and evaluation agree

    [den_steps]: a value in the denotation of a closed term is reached by evaluation. This is
    what coverage needs: it turns soundness into a statement about runs.
    [steps_den]: a value that evaluation reaches is in the denotation. With it a claim of
    the form "produces only values with phi" can be proved over the denotation too.

    Both are logical relations between closed values and their meanings. The second is
    indexed by a number of steps, because a recursive function is used in its own body. *)
From Covenant Require Import Base Syntax Denotation Types Context Rules Soundness SmallStep.
Set Implicit Arguments.

Scheme tm_mind := Induction for tm Sort Prop with val_mind := Induction for val Sort Prop
  with vals_mind := Induction for vals Sort Prop with brs_mind := Induction for brs Sort Prop.
Combined Scheme tm_mutind from tm_mind, val_mind, vals_mind, brs_mind.

(** ** Laws of substitution *)
Definition same {G D} (g h : csub G D) := forall t x, g t x = h t x.
Lemma lift1_same G D s (g h : csub G D) : same g h -> same (lift1 (s := s) g) (lift1 h).
Proof. intros H. unfold same. apply var_cases; simpl; unfold lift1; simpl; intros; congruence. Qed.
Lemma lift_same G D ts (g h : csub G D) : same g h -> same (lift ts g) (lift ts h).
Proof. induction ts; simpl; auto using lift1_same. Qed.
Lemma sb_same :
  (forall G A (e : tm G A) D (g h : csub G D), same g h -> sb e g = sb e h) /\
  (forall G t (v : val G t) D (g h : csub G D), same g h -> sbv v g = sbv v h) /\
  (forall G ts (vs : vals G ts) D (g h : csub G D), same g h -> sbs vs g = sbs vs h) /\
  (forall G A B (bs : brs G A B) D (g h : csub G D), same g h -> sbb bs g = sbb bs h).
Proof.
  apply tm_mutind; simpl; intros; f_equal; auto using lift1_same, lift_same.
Qed.

Definition compose {G D E} (h : csub D E) (g : csub G D) : csub G E :=
  fun t x => match g t x with inl y => h t y | inr v => inr v end.
Lemma lift1_compose G D E s (h : csub D E) (g : csub G D) :
  same (compose (lift1 (s := s) h) (lift1 g)) (lift1 (compose h g)).
Proof.
  unfold same. apply var_cases; unfold compose, lift1; simpl; auto.
  intros t x. destruct (g t x); reflexivity.
Qed.
Lemma same_trans G D (f g h : csub G D) : same f g -> same g h -> same f h.
Proof. intros H K t x. rewrite H. apply K. Qed.
Lemma lift_compose G D E ts (h : csub D E) (g : csub G D) :
  same (compose (lift ts h) (lift ts g)) (lift ts (compose h g)).
Proof.
  induction ts as [|s ts IH]; simpl; [intros ? ?; auto|].
  eapply same_trans; [apply lift1_compose|]. apply lift1_same, IH.
Qed.
Lemma sb_compose :
  (forall G A (e : tm G A) D E (h : csub D E) (g : csub G D),
     sb (sb e g) h = sb e (compose h g)) /\
  (forall G t (v : val G t) D E (h : csub D E) (g : csub G D),
     sbv (sbv v g) h = sbv v (compose h g)) /\
  (forall G ts (vs : vals G ts) D E (h : csub D E) (g : csub G D),
     sbs (sbs vs g) h = sbs vs (compose h g)) /\
  (forall G A B (bs : brs G A B) D E (h : csub D E) (g : csub G D),
     sbb (sbb bs g) h = sbb bs (compose h g)).
Proof.
  apply tm_mutind; simpl; intros; f_equal; auto.
  - rewrite H0. apply (proj1 sb_same). apply lift1_compose.
  - rewrite H0. apply (proj1 sb_same). apply lift1_compose.
  - unfold compose. destruct (g t x); reflexivity.
  - rewrite H. apply (proj1 sb_same). apply lift_compose.
  - rewrite H. apply (proj1 sb_same). apply (lift_compose (Arr ts A :: ts) h g).
  - rewrite H. apply (proj1 sb_same). apply lift_compose.
Qed.

Definition ids {G} : csub G G := fun t x => inl x.
Lemma lift1_ids G s : same (lift1 (s := s) (@ids G)) ids.
Proof. unfold same. apply var_cases; reflexivity. Qed.
Lemma lift_ids G ts : same (lift ts (@ids G)) ids.
Proof.
  induction ts as [|s ts IH]; simpl; [intros ? ?; auto|].
  eapply same_trans; [apply lift1_same, IH|apply lift1_ids].
Qed.
Lemma sb_ids :
  (forall G A (e : tm G A), sb e ids = e) /\
  (forall G t (v : val G t), sbv v ids = v) /\
  (forall G ts (vs : vals G ts), sbs vs ids = vs) /\
  (forall G A B (bs : brs G A B), sbb bs ids = bs).
Proof.
  apply tm_mutind; simpl; intros; f_equal; auto.
  all: match goal with IH : sb ?e ids = ?e |- _ => rewrite <- IH at 2 end.
  all: apply (proj1 sb_same); auto using lift1_ids, lift_ids.
  exact (lift_ids _ (Arr ts A :: ts)).
Qed.

(** ** What the denotation contains, evaluation reaches *)
Unset Implicit Arguments.
Fixpoint R (t : ty) : val [] t -> interp t -> Prop :=
  match t return val [] t -> interp t -> Prop with
  | Base A => fun v a => vden v tt = a
  | Arr ts A => fun v f => forall vs args,
      (fix Rs (ts : list ty) : (forall t, var ts t -> val [] t) -> env ts -> Prop :=
         match ts with
         | [] => fun _ _ => True
         | t :: ts => fun a e => R t (a t VZ) (fst e) /\ Rs ts (fun t x => a t (VS x)) (snd e)
         end) ts (arg vs) args ->
      forall a, f args a -> steps (App v vs) (returned a)
  end.
Fixpoint Rs (ts : list ty) : (forall t, var ts t -> val [] t) -> env ts -> Prop :=
  match ts with
  | [] => fun _ _ => True
  | t :: ts => fun a e => R t (a t VZ) (fst e) /\ Rs ts (fun t x => a t (VS x)) (snd e)
  end.
Set Implicit Arguments.
Lemma R_arr ts A v (f : interp (Arr ts A)) :
  R (Arr ts A) v f <-> forall vs args, Rs ts (arg vs) args ->
    forall a, f args a -> steps (App v vs) (returned a).
Proof. reflexivity. Qed.
Lemma R_glob t v x : R t v x -> R t (Glob v) x.
Proof.
  destruct t; simpl; auto. intros H vs args Ha a Hf.
  eapply steps_step; [apply STAppGlob|eauto].
Qed.

(** A closing substitution and the environment it stands for. *)
Definition RG {G} (g : csub G []) (r : env G) := forall t x, R t (place (g t x)) (lookup x r).
Lemma RG_enter G (g : csub G []) r : RG g r -> forall ts a args,
  Rs ts a args -> RG (compose (enter_args a) (lift ts g)) (eapp args r).
Proof.
  intros Hr. induction ts as [|s ts IH]; intros a args Ha.
  - intros t x. unfold compose; simpl. specialize (Hr t x). destruct (g t x) as [y|v]; auto.
  - destruct Ha as [H0 HS]. unfold RG. apply var_cases.
    + unfold compose; simpl. apply R_glob, H0.
    + intros t x. specialize (IH _ _ HS t x). revert IH. unfold compose, lift1; simpl.
      destruct (lift ts g x) as [y|v]; simpl; auto.
Qed.
Lemma Rs_inject ts : forall a : env (bases ts), Rs (bases ts) (arg (inject a)) a.
Proof. induction ts; simpl; auto. Qed.

Lemma env_ext G : forall a b : env G, (forall t (x : var G t), lookup x a = lookup x b) -> a = b.
Proof.
  induction G; intros [] [] H; auto. f_equal; [apply (H _ VZ)|].
  apply IHG. intros t x. apply (H _ (VS x)).
Qed.
Lemma Rs_base ts : forall vs (e : env (bases ts)), Rs (bases ts) (arg vs) e -> vsden vs tt = e.
Proof.
  intros vs e H. apply env_ext. intros t x. rewrite arg_lookup.
  revert vs e H t x. enough (K : forall (a : forall t, var (bases ts) t -> val [] t) e,
    Rs (bases ts) a e -> forall t x, vden (a t x) tt = lookup x e) by eauto.
  induction ts as [|B ts IH]; simpl; intros a e H t x; [destruct (no_var x)|].
  destruct H as [H0 HS]. revert t x. apply var_cases; auto.
  intros t x. apply (IH _ _ HS).
Qed.

Definition ret_ok G t : val G t -> Prop :=
  match G, t return val G t -> Prop with
  | [], Base A => fun v => steps (Ret v) (returned (A := A) (vden v tt))
  | _, _ => fun _ => True
  end.
Lemma ret_all_ok : forall G t (v : val G t), ret_ok v.
Proof.
  fix IH 3. intros G t v. destruct v; destruct G; simpl; auto.
  - destruct t; simpl; auto. destruct (no_var x).
  - apply steps_refl.
  - eapply steps_step; [apply STRet|apply steps_refl].
  - destruct t as [A|]; simpl; auto.
    eapply steps_step; [apply STRetGlob|]. exact (IH [] (Base A) v).
Qed.
Lemma ret_steps (A : Set) (v : val [] (Base A)) : steps (Ret v) (returned (A := A) (vden v tt)).
Proof. exact (ret_all_ok v). Qed.

Lemma in_brs_sb G (A B : Set) ts (d : fn ts A) e (bs : brs G A B) D (g : csub G D) :
  in_brs d e bs -> in_brs d (sb e (lift (bases ts) g)) (sbb bs g).
Proof. induction 1; simpl; auto using @BHere, @BThere. Qed.

Theorem fundamental :
  (forall G A (e : tm G A), forall g r, RG g r -> forall a, den e r a ->
     steps (sb e g) (returned a)) /\
  (forall G t (v : val G t), forall g r, RG g r -> R t (sbv v g) (vden v r)) /\
  (forall G ts (vs : vals G ts), forall g r, RG g r -> Rs ts (arg (sbs vs g)) (vsden vs r)) /\
  (forall G A B (bs : brs G A B), forall g r, RG g r -> forall a b, bden bs a r b ->
     exists ts (d : fn ts A) e ys, in_brs d e (sbb bs g) /\ a = fapp d ys /\
       steps (sb e (enter (inject ys))) (returned b)).
Proof.
  apply tm_mutind.
  - (* Ret *) simpl; intros G A v IH g r Hr a ->. rewrite <- (IH _ _ Hr). apply ret_steps.
  - (* Err *) simpl; intros. contradiction.
  - (* LetE *) simpl; intros G A B e1 IH1 e2 IH2 g r Hr b (a & H1 & H2).
    eapply steps_trans; [apply steps_let; eapply IH1; eauto|].
    eapply steps_step; [apply STLetE2|]. unfold enter. rewrite (proj1 sb_compose).
    eapply IH2; [|exact H2]. apply (@RG_enter _ _ _ Hr [Base A] _ (a, tt)); simpl; auto.
  - (* LetV *) simpl; intros G t B v IHv e IH g r Hr b H.
    eapply steps_step; [apply STLetV|]. unfold enter. rewrite (proj1 sb_compose).
    eapply IH; [|exact H]. apply (@RG_enter _ _ _ Hr [t] _ (vden v r, tt)); simpl; auto.
  - (* Op *) simpl; intros. eapply steps_step; [|apply steps_refl]. apply STAppOp.
    rewrite (Rs_base _ _ _ (H _ _ H0)); auto.
  - (* App *) simpl; intros G ts A f IHf vs IHvs g r Hr a H.
    apply (proj1 (R_arr _ _) (IHf _ _ Hr) _ _ (IHvs _ _ Hr) _ H).
  - (* Match *) simpl; intros G A B v IHv bs IHbs g r Hr b H.
    destruct (IHbs _ _ Hr _ _ H) as (ts & d & e & ys & Hi & E & Hs).
    eapply steps_step; [eapply STMatch; [exact Hi|]|exact Hs]. rewrite <- E. apply IHv; auto.
  - (* Var *) simpl; intros G t x g r Hr. apply Hr.
  - (* Const *) reflexivity.
  - (* Con *) simpl; intros. f_equal. apply Rs_base; auto.
  - (* Lam *) simpl sbv; simpl vden. intros G ts A e IH g r Hr. apply R_arr. intros vs args Ha a H.
    eapply steps_step; [apply STAppLam|]. unfold enter. rewrite (proj1 sb_compose).
    eapply IH; [|exact H]. apply RG_enter; auto.
  - (* Fix *) simpl sbv; simpl vden. intros G ts A e IH g r Hr. apply R_arr. intros vs args Ha a H.
    revert vs Ha. induction H as [f args a _ IHf H]. intros vs Ha.
    eapply steps_step; [apply STAppFix|]. unfold enter. rewrite (proj1 sb_compose).
    eapply IH; [|exact H].
    apply (@RG_enter _ _ _ Hr (Arr ts A :: ts) _ (f, args)). split; [|exact Ha]. apply R_arr.
    intros us b Hb c Hc. apply (IHf _ _ Hc). exact Hb.
  - (* Glob *) simpl; intros. apply R_glob. specialize (H ids tt (fun t x => match no_var x with end)).
    rewrite (proj1 (proj2 sb_ids)) in H. exact H.
  - (* vnil *) exact (fun _ _ _ _ => I).
  - (* vcons *) simpl; intros. split; auto.
  - (* bnil *) simpl; intros. contradiction.
  - (* bcons *) simpl; intros G ts A B d e IHe bs IHbs g r Hr a b [(ys & E & H)|H].
    + exists ts, d, (sb e (lift (bases ts) g)), ys. repeat split; auto using @BHere.
      unfold enter. rewrite (proj1 sb_compose). eapply IHe; [|exact H].
      apply RG_enter; auto using Rs_inject.
    + destruct (IHbs _ _ Hr _ _ H) as (ts' & d' & e' & ys & Hi & E & Hs).
      exists ts', d', e', ys. repeat split; auto using @BThere.
Qed.

Theorem den_steps (A : Set) (e : tm [] A) v : den e tt v -> steps e (returned v).
Proof.
  intros H. rewrite <- (proj1 sb_ids _ _ e).
  eapply (proj1 fundamental); [|exact H]. intros t x. destruct (no_var x).
Qed.

(** ** What evaluation reaches, the denotation contains *)
Unset Implicit Arguments.
Fixpoint Q (k : nat) (t : ty) : val [] t -> interp t -> Prop :=
  match t return val [] t -> interp t -> Prop with
  | Base A => fun v a => vden v tt = a
  | Arr ts A => fun v f => forall j vs args, (j <= k)%nat ->
      (fix Qs (ts : list ty) : (forall t, var ts t -> val [] t) -> env ts -> Prop :=
         match ts with
         | [] => fun _ _ => True
         | t :: ts => fun a e => Q j t (a t VZ) (fst e) /\ Qs ts (fun t x => a t (VS x)) (snd e)
         end) ts (arg vs) args ->
      forall n w, (n <= j)%nat -> stepsn n (App v vs) (Ret w) -> f args (vden w tt)
  end.
Definition Qs (k : nat) :=
  fix Qs (ts : list ty) : (forall t, var ts t -> val [] t) -> env ts -> Prop :=
    match ts with
    | [] => fun _ _ => True
    | t :: ts => fun a e => Q k t (a t VZ) (fst e) /\ Qs ts (fun t x => a t (VS x)) (snd e)
    end.
Set Implicit Arguments.
Lemma Q_arr k ts A v (f : interp (Arr ts A)) :
  Q k (Arr ts A) v f <-> forall j vs args, (j <= k)%nat -> Qs j ts (arg vs) args ->
    forall n w, (n <= j)%nat -> stepsn n (App v vs) (Ret w) -> f args (vden w tt).
Proof. reflexivity. Qed.
Lemma Q_mono j k t v x : (j <= k)%nat -> Q k t v x -> Q j t v x.
Proof.
  destruct t; auto. intros L H. apply Q_arr. intros i vs args Li. apply H. lia.
Qed.
Lemma Qs_mono j k ts : (j <= k)%nat -> forall a e, Qs k ts a e -> Qs j ts a e.
Proof. intros L. induction ts; simpl; intros b e H; auto. destruct H; eauto using Q_mono. Qed.
Lemma Q_glob k t v x : Q k t v x -> Q k t (Glob v) x.
Proof.
  destruct t; auto. intros H. apply Q_arr. intros j vs args L Ha [|n] w Ln Hn.
  - discriminate Hn.
  - destruct Hn as (m & H1 & Hn). apply step_inv in H1. simpl in H1. subst.
    apply (proj1 (Q_arr _ _ _) H j vs args L Ha n w); auto. lia.
Qed.

Definition QG k {G} (g : csub G []) (r : env G) := forall t x, Q k t (place (g t x)) (lookup x r).
Lemma QG_mono j k G (g : csub G []) r : (j <= k)%nat -> QG k g r -> QG j g r.
Proof. intros L H t x. eapply Q_mono; eauto. Qed.
Lemma QG_enter k G (g : csub G []) r : QG k g r -> forall ts a args,
  Qs k ts a args -> QG k (compose (enter_args a) (lift ts g)) (eapp args r).
Proof.
  intros Hr. induction ts as [|s ts IH]; intros a args Ha.
  - intros t x. unfold compose; simpl. specialize (Hr t x). destruct (g t x) as [y|v]; auto.
  - destruct Ha as [H0 HS]. unfold QG. apply var_cases.
    + unfold compose; simpl. apply Q_glob, H0.
    + intros t x. specialize (IH _ _ HS t x). revert IH. unfold compose, lift1; simpl.
      destruct (lift ts g x) as [y|v]; simpl; auto.
Qed.
Lemma Qs_inject k ts : forall a : env (bases ts), Qs k (bases ts) (arg (inject a)) a.
Proof. induction ts; simpl; auto. Qed.
Lemma Qs_base k ts : forall vs (e : env (bases ts)), Qs k (bases ts) (arg vs) e -> vsden vs tt = e.
Proof.
  intros vs e H. apply env_ext. intros t x. rewrite arg_lookup.
  revert vs e H t x. enough (K : forall (a : forall t, var (bases ts) t -> val [] t) e,
    Qs k (bases ts) a e -> forall t x, vden (a t x) tt = lookup x e) by eauto.
  induction ts as [|B ts IH]; simpl; intros a e H t x; [destruct (no_var x)|].
  destruct H as [H0 HS]. revert t x. apply var_cases; auto.
  intros t x. apply (IH _ _ HS).
Qed.

(** The value of a term that has returned. *)
Definition result {G A} (e : tm G A) : env G -> option A :=
  match e with Ret v => fun r => Some (vden v r) | _ => fun _ => None end.
Lemma ret_stepsn (A : Set) n : forall (v w : val [] (Base A)),
  stepsn n (Ret v) (Ret w) -> vden w tt = vden v tt.
Proof.
  induction n as [|n IH]; simpl; intros v w H.
  - apply (f_equal (fun e : tm [] A => result e tt)) in H. simpl in H. congruence.
  - destruct H as (m & H1 & H). apply step_inv in H1 as (u & -> & E).
    rewrite <- E. apply IH; auto.
Qed.
Lemma let_stepsn (A B : Set) (e2 : tm [Base A] B) w n : forall e1 : tm [] A,
  stepsn n (LetE e1 e2) (Ret w) -> exists n1 n2 v, stepsn n1 e1 (Ret v) /\
    stepsn n2 (sb e2 (enter (ts := [Base A]) (vcons v vnil))) (Ret w) /\ (n1 + n2 < n)%nat.
Proof.
  induction n as [|n IH]; simpl; intros e1 H; [discriminate H|].
  destruct H as (m & H1 & H). apply step_inv in H1 as [(e1' & H1 & ->)|(v & -> & ->)].
  - destruct (IH _ H) as (n1 & n2 & v & K1 & K2 & L). exists (S n1), n2, v.
    split; [exists e1'; auto|]. split; auto. lia.
  - exists O, n, v. repeat split; auto.
Qed.

Theorem fundamental_back :
  (forall G A (e : tm G A), forall k g r, QG k g r -> forall n w, (n <= k)%nat ->
     stepsn n (sb e g) (Ret w) -> den e r (vden w tt)) /\
  (forall G t (v : val G t), forall k g r, QG k g r -> Q k t (sbv v g) (vden v r)) /\
  (forall G ts (vs : vals G ts), forall k g r, QG k g r ->
     Qs k ts (arg (sbs vs g)) (vsden vs r)) /\
  (forall G A B (bs : brs G A B), forall k g r, QG k g r -> forall n a x w, (n <= k)%nat ->
     inv_brs (sbb bs g) a x -> stepsn n x (Ret w) -> bden bs a r (vden w tt)).
Proof.
  apply tm_mutind.
  - (* Ret *) simpl; intros G A v IH k g r Hr n w L H. rewrite <- (IH _ _ _ Hr).
    apply (ret_stepsn _ _ _ H).
  - (* Err *) simpl; intros G A k g r Hr [|n] w L H; [discriminate H|].
    destruct H as (m & H & _). destruct (step_inv H).
  - (* LetE *) simpl; intros G A B e1 IH1 e2 IH2 k g r Hr n w L H.
    destruct (let_stepsn _ _ _ _ H) as (n1 & n2 & v & H1 & H2 & Ln).
    exists (vden v tt). split; [apply (IH1 k g r Hr n1 v); [lia|exact H1]|].
    unfold enter in H2. rewrite (proj1 sb_compose) in H2.
    eapply (IH2 k); [|idtac|exact H2]; [|lia].
    apply (@QG_enter _ _ _ _ Hr [Base A] _ (vden v tt, tt)); simpl; auto.
  - (* LetV *) simpl; intros G t B v IHv e IH k g r Hr [|n] w L H; [discriminate H|].
    destruct H as (m & H1 & H). apply step_inv in H1. simpl in H1. subst.
    unfold enter in H. rewrite (proj1 sb_compose) in H.
    eapply (IH k); [|idtac|exact H]; [|lia].
    apply (@QG_enter _ _ _ _ Hr [t] _ (vden v r, tt)); simpl; auto.
  - (* Op *) simpl; intros G ts A F vs IHvs k g r Hr [|n] w L H; [discriminate H|].
    destruct H as (m & H1 & H). apply step_inv in H1 as (a & Ha & ->).
    rewrite (ret_stepsn _ _ _ H). rewrite (Qs_base _ _ _ _ (IHvs _ _ _ Hr)) in Ha. exact Ha.
  - (* App *) simpl; intros G ts A f IHf vs IHvs k g r Hr n w L H.
    apply (proj1 (Q_arr _ _ _) (IHf _ _ _ Hr) k _ _ (le_n k) (IHvs _ _ _ Hr) n w L H).
  - (* Match *) simpl; intros G A B v IHv bs IHbs k g r Hr [|n] w L H; [discriminate H|].
    destruct H as (m & H1 & H). apply step_inv in H1. simpl in H1.
    pose proof (IHv _ _ _ Hr) as Ev. simpl in Ev. rewrite Ev in H1.
    eapply IHbs; [exact Hr| |exact H1|exact H]. lia.
  - (* Var *) simpl; intros G t x k g r Hr. apply Hr.
  - (* Const *) reflexivity.
  - (* Con *) simpl; intros. f_equal. eapply Qs_base; eauto.
  - (* Lam *) simpl sbv; simpl vden. intros G ts A e IH k g r Hr. apply Q_arr.
    intros j vs args Lj Ha [|n] w Ln H; [discriminate H|].
    destruct H as (m & H1 & H). apply step_inv in H1. simpl in H1. subst.
    unfold enter in H. rewrite (proj1 sb_compose) in H.
    eapply (IH j); [|idtac|exact H]; [|lia]. apply QG_enter; eauto using QG_mono.
  - (* Fix *) simpl sbv; simpl vden. intros G ts A e IH k g r.
    induction k as [k IHk] using lt_wf_ind. intros Hr. apply Q_arr.
    intros j vs args Lj Ha [|n] w Ln H; [discriminate H|].
    destruct H as (m & H1 & H). apply step_inv in H1. simpl in H1. subst.
    unfold enter in H. rewrite (proj1 sb_compose) in H.
    eapply unroll; [intros ? ? K; exact K|]. cbv beta.
    eapply (IH n (compose _ (lift (Arr ts A :: ts) g)) (_, eapp args r)); [|apply le_n|exact H].
    assert (Hn : QG n g r) by (apply (QG_mono (k := k)); [lia|exact Hr]).
    apply (@QG_enter n G g r Hn (Arr ts A :: ts) _ (_, args)).
    split; [|apply (Qs_mono (j := n) (k := j)); [lia|exact Ha]].
    apply (IHk n); [lia|exact Hn].
  - (* Glob *) simpl; intros. apply Q_glob.
    specialize (H k ids tt (fun t x => match no_var x with end)).
    rewrite (proj1 (proj2 sb_ids)) in H. exact H.
  - (* vnil *) exact (fun _ _ _ _ _ => I).
  - (* vcons *) simpl; intros. split; auto.
  - (* bnil *) simpl; intros. contradiction.
  - (* bcons *) simpl; intros G ts A B d e IHe bs IHbs k g r Hr n a x w L [(ys & E & ->)|Hx] H.
    + left. exists ys. split; auto. unfold enter in H. rewrite (proj1 sb_compose) in H.
      eapply (IHe k); [|exact L|exact H]. apply QG_enter; auto using Qs_inject.
    + right. eapply IHbs; eauto.
Qed.

Theorem steps_den (A : Set) (e : tm [] A) v : steps e (returned v) -> den e tt v.
Proof.
  intros H. apply steps_n in H as [n H]. rewrite <- (proj1 sb_ids _ _ e) in H.
  apply (proj1 fundamental_back _ _ e n ids tt) with (n := n) (w := Const v); auto.
  intros t x. destruct (no_var x).
Qed.

(** ** Both *)
Theorem adequacy (A : Set) (e : tm [] A) v : den e tt v <-> steps e (returned v).
Proof. split; [apply den_steps|apply steps_den]. Qed.

Lemma vsden_inject ts : forall a : env (bases ts), vsden (inject a) tt = a.
Proof. induction ts; intros []; simpl; f_equal; auto. Qed.
Corollary call_adequacy ts (A : Set) (g : val [] (Arr (bases ts) A)) args v :
  vden g tt args v <-> steps (call g args) (returned v).
Proof. rewrite <- adequacy. simpl. rewrite vsden_inject. reflexivity. Qed.
