(** * Only: what a term may produce

    The other direction of a claim. [may T f]: on the arguments that [T] accepts, [f] produces only what
    [T] says. [hs] types terms, [hsb] all branches of a match, [hsv] function values; a rule here is called [O..] where [Rules.v]
    has a rule [T..] for the same construct. The differences:

    - [OMatch] looks at *all* branches. What no derivation visits could produce anything.
    - [OSub] makes a type larger, [OGuard] weakens it: [psi -> phi] in place of [psi /\ phi].
    - [OFix] has no measure: every run that ends has finite depth, and the others produce nothing.
    - [OErr] produces nothing, so anything holds of it. Divergence and failure do not break a claim of this kind.

    A context gives function variables the reading of [Types.v] (at least these values). The second
    reading is a hypothesis about the environment ([chyp]), so that one context has both: what Section 8.1
    of *Polymorphic Coverage Types* calls mixed types needs no rule of its own. As the parameter of a
    function it is a requirement: [require T (fun a => may U (lookup x a))].

    The kernel has these rules in [only_rules.rs] (OBoth excepted, which nothing needs). Two differ in form: the kernel
    computes the formula of a match ([OMatch_disjunction]), and gives a global the kind of the statement (OGlobal is
    OVarFun there). Of its function parameters it keeps the first reading. *)
From Covenant Require Import Base Syntax Denotation Types Context Rules Soundness SmallStep Adequacy Coverage.
Set Implicit Arguments.

Definition may {ts A} (T : fty ts A) (f : env ts -> A -> Prop) : Prop :=
  forall args, pre T args -> forall v, f args v -> post T args v.

(** Covers nothing: what is known of a function by its second reading alone. *)
Definition nothing {ts A} (T : fty ts A) : fty ts A := ensure T (fun _ _ => False).
(** The context of a recursive function's body. *)
Definition cmay {G ts A} (C : ctx G) (T : env G -> fty ts A) : ctx (Arr ts A :: ts ++ G) :=
  chyp (cbind (cpars C T) (fun e => RF (nothing (T (edrop e)))))
       (fun r => may (T (edrop (snd r))) (fst r)).
(** The context behind a local function. *)
Definition clet {G ts A} (C : ctx G) (T : env G -> fty ts A) : ctx (Arr ts A :: G) :=
  chyp (cbind C (fun e => RF (nothing (T e)))) (fun r => may (T (snd r)) (fst r)).

Inductive hs : forall {G A}, ctx G -> tm G A -> cty G A -> Prop :=
| ORet G A (C : ctx G) (v : val G (Base A)) : hs C (Ret v) (fun e a => a = vden v e)
| OErr G A (C : ctx G) : hs C (@Err G A) (fun _ _ => False)
| OLetE G A B (C : ctx G) (e1 : tm G A) (e2 : tm (Base A :: G) B) phi psi :
    hs C e1 phi ->
    hs (cbind C (fun e => RB (phi e))) e2 psi ->
    hs C (LetE e1 e2) (fun e b => exists x, phi e x /\ psi (x, e) b)
| OLetV G ts A B (C : ctx G) (v : val G (Arr ts A)) (e : tm (Arr ts A :: G) B) T psi :
    hsv C v T ->
    hs (clet C T) e psi ->
    hs C (LetV v e) (fun e b => psi (vden v e, e) b)
| OAppOp G ts (A : Set) (C : ctx G) (F : fn ts (A -> Prop)) vs :
    hs C (Op ts F vs) (fun e a => fapp F (vsden vs e) a)
| OApp G ts A (C : ctx G) (f : val G (Arr ts A)) (vs : vals G ts) T :
    all_base ts = true ->
    hsv C f T ->
    (C ||- fun r => pre_base (T r) (vsden vs r)) ->
    hs C (App f vs) (fun e a => post (T e) (vsden vs e) a)
| OAppFun G ts A (C : ctx G) (f : val G (Arr ts A)) (vs : vals G ts) T :
    hsv C f T ->
    (forall t (x : var ts t), is_fun t = true ->
       htv C (arg vs x) (fun r => param (T r) (vsden vs r) x)) ->
    (C ||- fun r => pre_base (T r) (vsden vs r)) ->
    hs C (App f vs) (fun e a => post (T e) (vsden vs e) a)
| OMatch G (A B : Set) (C : ctx G) (v : val G (Base A)) (bs : brs G A B) (phi : cty G B) :
    hsb (A := A) C (vden v) bs phi ->
    hs C (Match v bs) phi
| OBoth G A (C : ctx G) (e : tm G A) (phi1 phi2 : cty G A) :
    hs C e phi1 -> hs C e phi2 -> hs C e (fun r v => phi1 r v /\ phi2 r v)
| OGuard G A (C : ctx G) (e : tm G A) (psi : env G -> Prop) (phi : cty G A) :
    hs (chyp C psi) e phi ->
    hs C e (fun r v => psi r -> phi r v)
| OSub G A (C : ctx G) (e : tm G A) (phi1 phi2 : cty G A) :
    hs C e phi1 ->
    (C ||- fun r => forall v, phi1 r v -> phi2 r v) ->
    hs C e phi2
with hsb : forall {G} {A B : Set}, ctx G -> (env G -> A) -> brs G A B -> cty G B -> Prop :=
| OBranchNone G (A B : Set) (C : ctx G) (a : env G -> A) (phi : cty G B) : hsb C a bnil phi
| OBranch G (A B : Set) ts (C : ctx G) (a : env G -> A) (d : fn ts A) (e : tm (bases ts ++ G) B)
    (bs : brs G A B) (phi : cty G B) :
    hs (cbr ts C a d) e (fun r b => phi (edrop r) b) ->
    hsb C a bs phi ->
    hsb C a (bcons ts d e bs) phi
with hsv : forall {G ts A}, ctx G -> val G (Arr ts A) -> (env G -> fty ts A) -> Prop :=
| OVarFun G ts A (C : ctx G) (x : var G (Arr ts A)) T :
    (C ||- fun r => may (T r) (lookup x r)) -> hsv C (Var x) T
| OGlobal G ts A (C : ctx G) (g : val [] (Arr ts A)) T :
    (forall r, may (T r) (vden g tt)) -> hsv C (Glob g) T
| OFun G ts A (C : ctx G) (e : tm (ts ++ G) A) T :
    hs (cpars C T) e (body_ty T) ->
    hsv C (Lam ts e) T
| OFix G ts A (C : ctx G) (e : tm (Arr ts A :: ts ++ G) A) T :
    hs (cmay C T) e (fun r => body_ty T (snd r)) ->
    hsv C (Fix ts e) T
| OSubArr G ts A (C : ctx G) (v : val G (Arr ts A)) (T1 T2 : env G -> fty ts A) :
    hsv C v T1 ->
    (forall t (x : var ts t), is_fun t = true ->
       forall r a, param (T1 r) a x = param (T2 r) a x) ->
    (C ||- fun r => allp (T2 r) (fun a =>
       pre_base (T1 r) a /\ forall v, post (T1 r) a v -> post (T2 r) a v)) ->
    hsv C v T2.

(** The form of the rule for a match that the kernel has: each branch gives a formula of its own, and the match stays
    within their disjunction. *)
Inductive hs_branches {G} {A B : Set} (C : ctx G) (a : env G -> A) : brs G A B -> cty G B -> Prop :=
| OBranchesNone : hs_branches C a bnil (fun _ _ => False)
| OBranchesMore ts (d : fn ts A) (e : tm (bases ts ++ G) B) (bs : brs G A B) phi psi :
    hs (cbr ts C a d) e phi ->
    hs_branches C a bs psi ->
    hs_branches C a (bcons ts d e bs)
      (fun r b => (exists ys, a r = fapp d ys /\ phi (eapp ys r) b) \/ psi r b).

Theorem OMatch_disjunction G (A B : Set) (C : ctx G) (v : val G (Base A)) (bs : brs G A B) phi :
  hs_branches (A := A) C (vden v) bs phi -> hs C (Match v bs) phi.
Proof.
  intros H. apply OMatch. revert H. generalize (vden v : env G -> A). intros a H.
  enough (K : forall chi : cty G B, (forall r b, phi r b -> chi r b) -> hsb C a bs chi) by (apply K; auto).
  induction H as [|ts d e bs phi psi He Hbs IH]; intros chi Hchi; constructor.
  - eapply OSub; [exact He|]. apply allc_intro. intros r [_ Ea] b Hb. apply Hchi. left.
    exists (etake r). split; [exact Ea|]. rewrite app_eta. exact Hb.
  - apply IH. intros r b Hb. apply Hchi. right. exact Hb.
Qed.

Scheme hs_mind := Minimality for hs Sort Prop
  with hsb_mind := Minimality for hsb Sort Prop
  with hsv_mind := Minimality for hsv Sort Prop.
Combined Scheme hs_mutind from hs_mind, hsb_mind, hsv_mind.

(** The pointwise reading over the denotation. *)
Definition sem_only {G A} (C : ctx G) (e : tm G A) (phi : cty G A) : Prop :=
  forall r, sat C r -> forall v, den e r v -> phi r v.
Definition semv_only {G ts A} (C : ctx G) (f : val G (Arr ts A)) (T : env G -> fty ts A) : Prop :=
  forall r, sat C r -> may (T r) (vden f r).

(** Every relation covers nothing. *)
Lemma over_nothing ts A (T : fty ts A) (f : env ts -> A -> Prop) : over (RF (nothing T)) f.
Proof. intros a _ v Hv. apply post_ensure in Hv as [_ []]. Qed.

Lemma fix_only_sound G ts A (C : ctx G) (e : tm (Arr ts A :: ts ++ G) A) T :
  sem_only (cmay C T) e (fun r => body_ty T (snd r)) -> semv_only C (Fix ts e) T.
Proof.
  intros IH r Cr args Hp v Hv. simpl in Hv. revert Hp. induction Hv as [f x a Hf IHf HF]. intros Hp.
  specialize (IH (f, eapp x r)). unfold body_ty in IH. simpl in IH.
  rewrite drop_app, take_app in IH. apply IH; [|exact HF].
  split; [split; [split; assumption|apply over_nothing]|].
  intros y Hy w Hw. exact (IHf y w Hw Hy).
Qed.

Theorem only_sound :
  (forall G A (C : ctx G) (e : tm G A) phi, hs C e phi -> sem_only C e phi) /\
  (forall G (A B : Set) (C : ctx G) (a : env G -> A) (bs : brs G A B) phi, hsb C a bs phi ->
     forall r, sat C r -> forall v, bden bs (a r) r v -> phi r v) /\
  (forall G ts A (C : ctx G) (f : val G (Arr ts A)) T, hsv C f T -> semv_only C f T).
Proof.
  apply hs_mutind; intros; try (eapply fix_only_sound; eassumption);
    unfold sem_only, semv_only in *; simpl; intros; auto.
  - (* OLetE *) destruct H4 as (x & Hx & Hb). exists x. split; [|apply (H2 (x, r))]; simpl; auto.
  - (* OLetV *) apply (H2 (vden v r, r)); auto.
    simpl. split; [split; [assumption|apply over_nothing]|exact (H0 _ H3)].
  - (* OApp *) apply (H1 _ H3); auto. apply pre_all_base; auto. eapply allc_spec in H2; eauto.
  - (* OAppFun *) apply (H0 _ H3); auto. apply pre_split; [eapply allc_spec in H2; eauto|].
    intros t x Hx. rewrite arg_lookup. exact (proj2 soundness _ _ _ _ _ (H1 t x Hx) _ H3).
  - (* OGuard *) apply H0; simpl; auto.
  - (* OSub *) eapply allc_spec in H1; eauto.
  - (* OBranchNone *) contradiction.
  - (* OBranch *) destruct H4 as [(ys & E & Hb)|Hb]; [|apply H2; auto].
    specialize (H0 (eapp ys r)). simpl in H0. rewrite drop_app, take_app in H0. auto.
  - (* OVarFun *) eapply allc_spec in H; eauto.
  - (* OFun *) intros a Ha v Hv. specialize (H0 (eapp a r)). simpl in H0. unfold body_ty in H0.
    rewrite drop_app, take_app in H0. auto.
  - (* OSubArr *) intros a Ha w Hw. eapply allc_spec in H2; eauto. simpl in H2.
    destruct (allp_spec _ _ H2 _ Ha) as [Hp Hq]. apply Hq. apply (H0 _ H3); auto.
    apply pre_split; auto. intros t x Hx. rewrite (H1 t x Hx). apply param_spec; auto.
Qed.

(** ** About runs *)
(** Every run of a call that ends returns what the claim allows. *)
Theorem only ts A (g : val [] (Arr (bases ts) A)) (T : fty (bases ts) A) :
  hsv cnil g (fun _ => T) ->
  forall args, pre T args -> forall v, steps (call g args) (returned v) -> post T args v.
Proof.
  intros K args Hp v Hs. apply call_adequacy in Hs.
  exact (proj2 (proj2 only_sound) _ _ _ _ _ _ K tt I args Hp v Hs).
Qed.

(** Exactly: both directions of one claim. *)
Theorem exactly ts A (g : val [] (Arr (bases ts) A)) (T : fty (bases ts) A) :
  holds g (RF T) -> hsv cnil g (fun _ => T) ->
  forall args, pre T args -> forall v, post T args v <-> steps (call g args) (returned v).
Proof. intros H K args Hp v. split; [apply coverage|apply only]; auto. Qed.

(** One produced value outside of the claim refutes it: what a counterexample of [covenant test] rests on. *)
Theorem not_only ts A (g : val [] (Arr (bases ts) A)) (T : fty (bases ts) A) args v :
  pre T args -> steps (call g args) (returned v) -> ~ post T args v -> ~ hsv cnil g (fun _ => T).
Proof. intros Hp Hs N K. exact (N (@only ts A g T K args Hp v Hs)). Qed.
Arguments only ts {A g T} _ args _ v _.
Arguments exactly ts {A g T} _ _ args _ v.
