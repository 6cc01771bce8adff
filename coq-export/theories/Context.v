(** * Contexts, and verification conditions under them

    A context is a telescope of refinement types and bare hypotheses. [C ||- P] says that
    [P] holds in every environment of [C]; on a concrete context it *reduces* to

      forall x1, phi1 x1 -> forall x2, phi2 x2 -> ... -> P

    so a verification condition of an exported certificate is a plain, readable statement
    that is convertible to the premise of the rule that needs it. *)
From Covenant Require Import Base Syntax Denotation Types.
Set Implicit Arguments.

Inductive ctx : list ty -> Type :=
| cnil : ctx []
| cbind {G t} (C : ctx G) (r : env G -> rty t) : ctx (t :: G)               (* C, x:r   *)
| chyp {G} (C : ctx G) (psi : env G -> Prop) : ctx G                         (* C, psi   *)
| cpars {G ts A} (C : ctx G) (T : env G -> fty ts A) : ctx (ts ++ G)         (* C, xs:T  *)
| cbr {G} ts {A : Set} (C : ctx G) (a : env G -> A) (d : fn ts A)
    : ctx (bases ts ++ G).                                           (* C, ys, a = d ys *)
Arguments cbr {G} ts {A} C a d.

(** The environments of a context. *)
Fixpoint sat {G} (C : ctx G) : env G -> Prop :=
  match C with
  | cnil => fun _ => True
  | cbind C r => fun e => sat C (snd e) /\ over (r (snd e)) (fst e)
  | chyp C psi => fun e => sat C e /\ psi e
  | cpars C T => fun e => sat C (edrop e) /\ pre (T (edrop e)) (etake e)
  | cbr _ C a d => fun e => sat C (edrop e) /\ a (edrop e) = fapp d (etake e)
  end.

(** ** Verification conditions *)
Fixpoint allp {ts A} (T : fty ts A) : (env ts -> Prop) -> Prop :=
  match T with
  | Cov Q _ => fun P => required Q -> P tt
  | Par r k => fun P => forall x, over r x -> allp (k x) (fun xs => P (x, xs))
  end.
Fixpoint allc {G} (C : ctx G) : (env G -> Prop) -> Prop :=
  match C with
  | cnil => fun P => P tt
  | cbind C r => fun P => allc C (fun e => forall x, over (r e) x -> P (x, e))
  | chyp C psi => fun P => allc C (fun e => psi e -> P e)
  | cpars C T => fun P => allc C (fun e => allp (T e) (fun xs => P (eapp xs e)))
  | cbr _ C a d => fun P => allc C (fun e => alle _ (fun ys => a e = fapp d ys -> P (eapp ys e)))
  end.
Notation "C ||- P" := (allc C P) (at level 99, P at level 200, no associativity).

Lemma allp_spec ts A (T : fty ts A) : forall P, allp T P -> forall a, pre T a -> P a.
Proof.
  induction T; simpl; intros Q HQ a Ha.
  - destruct a; auto.
  - destruct a as [x a], Ha as [Hx Ha]. exact (H _ _ (HQ _ Hx) _ Ha).
Qed.
Lemma allp_intro ts A (T : fty ts A) : forall P : env ts -> Prop,
  (forall a, pre T a -> P a) -> allp T P.
Proof. induction T; simpl; intros; auto. Qed.
Lemma allc_spec G (C : ctx G) : forall P, (C ||- P) -> forall e, sat C e -> P e.
Proof.
  induction C; simpl; intros P H e He.
  - destruct e; auto.
  - destruct e, He. eapply (IHC _ H); eauto.
  - destruct He. eapply (IHC _ H); eauto.
  - destruct He. rewrite <- app_eta. exact (allp_spec _ _ (IHC _ H _ H0) _ H1).
  - destruct He. rewrite <- app_eta. exact (alle_spec _ _ (IHC _ H _ H0) _ H1).
Qed.
Lemma allc_intro G (C : ctx G) : forall P : env G -> Prop,
  (forall e, sat C e -> P e) -> (C ||- P).
Proof.
  induction C; simpl; intros P H; auto; apply IHC; intros; auto.
  - apply allp_intro; intros. apply H. rewrite drop_app, take_app; auto.
  - apply alle_intro; intros. apply H. rewrite drop_app, take_app; auto.
Qed.
Arguments allc_intro {G} C P _.

(** What follows from the types of parameters, in an environment of a function's body. *)
Lemma pars_fact G ts A (C : ctx G) (T : env G -> fty ts A) r :
  sat (cpars C T) r -> forall P : env G -> env ts -> Prop,
  (forall e, allp (T e) (P e)) -> P (edrop r) (etake r).
Proof. intros [_ H] P K. exact (allp_spec _ _ (K _) _ H). Qed.
Arguments pars_fact {G ts A C T r} _ P _.

(** ** The type of a variable

    [find C x]: the type that the context gives [x]. Variables of match branches have none:
    they are base variables, about which the context holds an equation. *)
Fixpoint vsplit ts {G t} : var (ts ++ G) t -> var ts t + var G t :=
  match ts with
  | [] => fun x => inr x
  | s :: ts => fun x => pick (P := fun t => (var (s :: ts) t + var G t)%type) (inl VZ)
      (fun t x => match vsplit ts x with inl y => inl (VS y) | inr z => inr z end) x
  end.
Fixpoint find {G} (C : ctx G) : forall t, var G t -> option (env G -> rty t) :=
  match C with
  | cnil => fun t x => None
  | @cbind G s C r => fun t x =>
      pick (P := fun t => option (env (s :: G) -> rty t)) (Some (fun e => r (snd e)))
        (fun t x => option_map (fun r e => r (snd e)) (find C x)) x
  | chyp C _ => find C
  | @cpars _ ts _ C T => fun t x =>
      match vsplit ts x with
      | inl y => Some (fun e => param (T (edrop e)) (etake e) y)
      | inr z => option_map (fun r e => r (edrop e)) (find C z)
      end
  | cbr ts C _ _ => fun t x =>
      match vsplit (bases ts) x with
      | inl _ => None
      | inr z => option_map (fun r e => r (edrop e)) (find C z)
      end
  end.

Lemma vsplit_lookup ts G : forall t (x : var (ts ++ G) t) (r : env (ts ++ G)),
  lookup x r = match vsplit ts x with
               | inl y => lookup y (etake r) | inr z => lookup z (edrop r)
               end.
Proof.
  induction ts as [|s ts IH]; simpl; auto. apply (var_cases (fun t x => forall r : env (s :: ts ++ G),
    lookup x r = match pick (P := fun t => (var (s :: ts) t + var G t)%type) (inl VZ)
      (fun t x => match vsplit ts x with inl y => inl (VS y) | inr z => inr z end) x with
      | inl y => lookup y (fst r, etake (snd r)) | inr z => lookup z (edrop (snd r)) end)).
  - reflexivity.
  - intros t x r. simpl. rewrite IH. destruct (vsplit ts x); reflexivity.
Qed.

Lemma param_spec ts A (T : fty ts A) : forall a t (x : var ts t),
  pre T a -> over (param T a x) (lookup x a).
Proof.
  induction T; simpl; intros a s x Ha.
  - destruct (no_var x).
  - destruct Ha as [Hr Hk]. revert s x. apply var_cases; simpl; auto.
Qed.

Lemma find_spec G (C : ctx G) : forall t (x : var G t) r,
  find C x = Some r -> forall e, sat C e -> over (r e) (lookup x e).
Proof.
  induction C; simpl; intros s x r0 H e He.
  - discriminate.
  - revert s x r0 H. destruct He as [He Hr]. refine (var_cases _ _ _); simpl.
    + intros r0 H. injection H as <-. exact Hr.
    + intros s x r0. specialize (IHC s x). destruct (find C x); simpl; [|discriminate].
      intros H. injection H as <-. apply IHC; auto.
  - destruct He. eapply IHC; eauto.
  - destruct He as [He Hp]. rewrite vsplit_lookup. destruct (vsplit ts x) as [y|z].
    + injection H as <-. apply param_spec, Hp.
    + specialize (IHC _ z). destruct (find C z); simpl in H; [|discriminate].
      injection H as <-. apply IHC; auto.
  - destruct He as [He _]. rewrite vsplit_lookup. destruct (vsplit (bases ts) x) as [y|z].
    + discriminate.
    + specialize (IHC _ z). destruct (find C z); simpl in H; [|discriminate].
      injection H as <-. apply IHC; auto.
Qed.
