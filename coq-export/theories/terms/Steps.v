(** * Every rule of the generator preserves typing

    The rules of [elaborator/terms/src/rules.rs] as a step relation on whole terms. One constructor per rule, with the paper's
    name; a rule and its extensible variant are one constructor where they differ only in whether there is an arguments
    hole. The generator adds conditions of its own (a fresh arguments hole in GenApp▷, weights, sizes), which restrict
    the relation further and are not needed here. *)
From Coq Require Import List PeanoNat Lia.
From Covenant.terms Require Import Calculus Extension.
Import ListNotations.

(** ** A binder put around a term moves its free variables *)
Fixpoint lift (c : nat) (e : expr) : expr :=
  match e with
  | EVar k i => if k <? c then EVar k i else EVar (S k) i
  | EConst x => EConst x
  | EHole t => EHole t
  | ELam ps h e => ELam ps h (lift (S c) e)
  | EApp f es h => EApp (lift c f) (map (lift c) es) h
  | ELet t e b => ELet t (lift c e) (lift (S c) b)
  | EMatch e n t x => EMatch (lift c e) (lift c n) t (lift (S c) x)
  end.

Fixpoint lift_ctx (c : nat) (C : ctx) : ctx :=
  match C with
  | CTop => CTop
  | CAppF C es h => CAppF (lift_ctx c C) (map (lift c) es) h
  | CAppA f es C es' h => CAppA (lift c f) (map (lift c) es) (lift_ctx c C) (map (lift c) es') h
  | CLam ps h C => CLam ps h (lift_ctx (S c) C)
  | CLetE t C b => CLetE t (lift_ctx c C) (lift (S c) b)
  | CLetB t e C => CLetB t (lift c e) (lift_ctx (S c) C)
  | CMatchE C n t x => CMatchE (lift_ctx c C) (lift c n) t (lift (S c) x)
  | CMatchN e C t x => CMatchN (lift c e) (lift_ctx c C) t (lift (S c) x)
  | CMatchC e n t C => CMatchC (lift c e) (lift c n) t (lift_ctx (S c) C)
  end.

Lemma lift_bound C : forall c, bound (lift_ctx c C) = bound C.
Proof. induction C; intros; simpl; rewrite ?IHC; reflexivity. Qed.

Section Steps.
Variable sigma : nat -> option ty.
Hypothesis constants_have_no_holes : forall a c t, sigma c = Some t -> fresh a t.
Notation typed := (typed sigma).
Notation typeds := (typeds sigma).
Notation fits := (fits sigma).

Lemma lift_typed :
  (forall G e t, typed G e t ->
     forall G1 G2 l, G = G1 ++ G2 -> typed (G1 ++ l :: G2) (lift (length G1) e) t) /\
  (forall G es ts, typeds G es ts ->
     forall G1 G2 l, G = G1 ++ G2 -> typeds (G1 ++ l :: G2) (map (lift (length G1)) es) ts).
Proof.
  apply typed_typeds; intros; subst; simpl.
  - destruct l as (l' & Hk & Hi).
    destruct (Nat.ltb_spec k (length G1)); constructor; exists l'; split; auto.
    + rewrite nth_error_app1 in * by lia; auto.
    + rewrite nth_error_app2 in * by lia.
      replace (S k - length G1) with (S (k - length G1)) by lia; auto.
  - constructor; auto.
  - constructor.
  - constructor. apply (H ((ps, h) :: G1)); reflexivity.
  - econstructor; eauto.
  - econstructor; [eauto|]. apply (H0 (let_level t :: G1)); reflexivity.
  - econstructor; eauto. apply (H1 (cons_level t :: G1)); reflexivity.
  - constructor.
  - constructor; auto.
Qed.

Lemma lift_fits G C t u (F : fits G C t u) :
  forall G1 G2 l, G = G1 ++ G2 -> fits (G1 ++ l :: G2) (lift_ctx (length G1) C) t u.
Proof.
  induction F; intros; subst; simpl.
  - constructor.
  - econstructor; eauto. eapply (proj2 lift_typed); eauto.
  - econstructor; eauto; try (eapply (proj2 lift_typed); eauto). eapply (proj1 lift_typed); eauto.
  - constructor. apply (IHF ((ps, h) :: G1)); reflexivity.
  - econstructor; eauto. apply (proj1 lift_typed _ _ _ H (let_level t :: G1)); reflexivity.
  - econstructor; [eapply (proj1 lift_typed); eauto|]. apply (IHF (let_level t :: G1)); reflexivity.
  - econstructor; eauto; [eapply (proj1 lift_typed); eauto|].
    apply (proj1 lift_typed _ _ _ H0 (cons_level t :: G1)); reflexivity.
  - econstructor; eauto; [eapply (proj1 lift_typed); eauto|].
    apply (proj1 lift_typed _ _ _ H0 (cons_level t :: G1)); reflexivity.
  - econstructor; try (eapply (proj1 lift_typed); eauto). apply (IHF (cons_level t :: G1)); reflexivity.
Qed.

(** ** The rules *)
Inductive step : expr -> expr -> Prop :=
| GenVar C t k i : lookup (bound C) k i t -> step (plug C (EHole t)) (plug C (EVar k i))
| GenConst C t c : sigma c = Some t -> step (plug C (EHole t)) (plug C (EConst c))
| GenAbs C ps h t : step (plug C (EHole (TFun ps h t))) (plug C (ELam ps h (EHole t)))
| GenApp C ps t :
    step (plug C (EHole t)) (plug C (EApp (EHole (TFun ps None t)) (map EHole ps) None))
| GenAppExt C a t :
    step (plug C (EHole t)) (plug C (EApp (EHole (TFun [] (Some a) t)) [] (Some a)))
| GenFunVar C k i ps h t :
    lookup (bound C) k i (TFun ps h t) ->
    step (plug C (EHole t)) (plug C (EApp (EVar k i) (map EHole ps) h))
| GenFunConst C c ps t :
    sigma c = Some (TFun ps None t) ->
    step (plug C (EHole t)) (plug C (EApp (EConst c) (map EHole ps) None))
| GenParam C1 C2 ps a t :
    fresh a t ->
    step (plug C1 (ELam ps (Some a) (plug C2 (EHole t))))
      (plug (ext_ctx a t C1)
         (ELam (map (ext_ty a t) ps ++ [t]) (Some a) (plug (ext_ctx a t C2) (EVar (depth C2) (length ps)))))
| GenLet C1 C2 t :
    step (plug C1 (plug C2 (EHole t)))
      (plug C1 (ELet t (EHole t) (plug (lift_ctx 0 C2) (EVar (depth C2) 0))))
| GenMatchLocal C t u :
    step (plug C (EHole t)) (plug C (EMatch (EHole (TList u)) (EHole t) u (EHole t)))
| GenMatchVar C t u k i :
    lookup (bound C) k i (TList u) ->
    step (plug C (EHole t)) (plug C (EMatch (EVar k i) (EHole t) u (EHole t)))
| GenMatch C1 C2 t u :
    fits (bound C1) C2 u t ->
    step (plug C1 (plug C2 (EHole t)))
      (plug C1 (EMatch (EHole (TList t)) (EHole u) t (plug (lift_ctx 0 C2) (EVar (depth C2) 0))))
| GenMatchTail C1 C2 t u :
    fits (bound C1) C2 u (TList t) ->
    step (plug C1 (plug C2 (EHole (TList t))))
      (plug C1 (EMatch (EHole (TList t)) (EHole u) t (plug (lift_ctx 0 C2) (EVar (depth C2) 1)))).

(** A rule that fills the place with a term of the same type preserves typing. *)
Lemma fill C t e T :
  (typed (bound C) e t) -> typed [] (plug C (EHole t)) T -> typed [] (plug C e) T.
Proof.
  intros He H. destruct (unplug _ _ _ _ _ H) as (u & F & Hu). inversion Hu; subst.
  eapply plug_typed; eauto. rewrite app_nil_r; auto.
Qed.

(** Types of contexts are determined by the term that they come from. *)
Lemma typed_unique :
  (forall G e t, typed G e t -> forall t', typed G e t' -> t = t') /\
  (forall G es ts, typeds G es ts -> forall ts', typeds G es ts' -> ts = ts').
Proof.
  apply typed_typeds.
  - intros G k i t (l1 & A1 & A2) t' H; inversion H as [? ? ? ? (l2 & B1 & B2)| | | | | |]; congruence.
  - intros G c t E t' H; inversion H; congruence.
  - intros G t t' H; inversion H; congruence.
  - intros G ps h e t _ IH t' H; inversion H as [| | |? ? ? ? r R| | |]; subst. f_equal; auto.
  - intros G f es ps h t _ IHf _ _ t' H; inversion H as [| | | |? ? ? qs ? ? F| |]; subst.
    apply IHf in F; congruence.
  - intros G t e b u _ _ _ IHb t' H; inversion H; subst; auto.
  - intros G e n t c u _ _ _ IHn _ _ t' H; inversion H; subst; auto.
  - intros G ts' H; inversion H; reflexivity.
  - intros G e es t ts _ IH _ IHs ts' H; inversion H; subst. f_equal; auto.
Qed.

(** The program's type may carry the hole that is extended; then it is extended, too. *)
Theorem param_preserves_typing C1 C2 ps a t T :
  fresh a t ->
  typed [] (plug C1 (ELam ps (Some a) (plug C2 (EHole t)))) T ->
  typed []
    (plug (ext_ctx a t C1)
       (ELam (map (ext_ty a t) ps ++ [t]) (Some a) (plug (ext_ctx a t C2) (EVar (depth C2) (length ps)))))
    (ext_ty a t T).
Proof.
  intros F H.
  pose proof (proj1 (extension_preserves_typing a t sigma (constants_have_no_holes a)) _ _ _ H) as E.
  rewrite ext_plug in E; simpl in E. rewrite ext_plug in E; simpl in E.
  unfold more in E; rewrite is_hole_same, (ext_fresh a t t F) in E.
  destruct (unplug _ _ _ _ _ E) as (u & F1 & Hu). clear H E. inversion Hu; subst u.
  match goal with P : Calculus.typed _ _ (plug _ _) _ |- _ =>
    destruct (unplug _ _ _ _ _ P) as (v & F2 & Hv) end.
  assert (v = t) by (inversion Hv; reflexivity). subst v.
  eapply plug_typed; [exact F1|]. constructor.
  eapply plug_typed; [exact F2|]. constructor.
  assert (D : length (bound (ext_ctx a t C2)) = depth C2)
    by (rewrite ext_bound; unfold ext_env, depth; apply map_length).
  assert (L : length (map (ext_ty a t) ps) = length ps) by apply map_length.
  exists (map (ext_ty a t) ps ++ [t], Some a); split.
  - rewrite nth_error_app2, D, Nat.sub_diag by lia. reflexivity.
  - cbn [fst]. rewrite nth_error_app2, L, Nat.sub_diag by lia. reflexivity.
Qed.

(** Two contexts, the inner one lifted under a new binder whose variable [i] fills the place. *)
Lemma under C2 G l i u t :
  fits G C2 u t -> nth_error (fst l) i = Some t ->
  typed (l :: G) (plug (lift_ctx 0 C2) (EVar (depth C2) i)) u.
Proof.
  intros F Hi. pose proof (lift_fits _ _ _ _ F [] G l eq_refl) as F'; simpl in F'.
  eapply plug_typed; [eassumption|]. constructor. exists l; split; auto.
  rewrite lift_bound, nth_error_app2; unfold depth; auto. rewrite Nat.sub_diag; reflexivity.
Qed.

Definition no_holes_in (T : ty) : Prop := forall a, fresh a T.

Theorem step_preserves_typing e e' T :
  no_holes_in T -> step e e' -> typed [] e T -> typed [] e' T.
Proof.
  intros N S H; destruct S.
  - eapply fill; eauto. constructor; auto.
  - eapply fill; eauto. constructor; auto.
  - eapply fill; eauto. repeat constructor.
  - eapply fill; eauto. econstructor; [constructor|apply typeds_holes].
  - eapply fill; eauto. econstructor; [constructor|constructor].
  - eapply fill; eauto. econstructor; [constructor; eassumption|apply typeds_holes].
  - eapply fill; eauto. econstructor; [constructor; eassumption|apply typeds_holes].
  - rewrite <- (ext_fresh a t T (N a)). apply param_preserves_typing; auto.
  - destruct (unplug _ _ _ _ _ H) as (u & F1 & Hu). destruct (unplug _ _ _ _ _ Hu) as (v & F2 & Hv).
    inversion Hv; subst. eapply plug_typed; [eassumption|].
    econstructor; [constructor|]. eapply under; eauto.
  - eapply fill; eauto. repeat constructor.
  - eapply fill; eauto. econstructor; [constructor; eassumption|constructor|constructor].
  - destruct (unplug _ _ _ _ _ H) as (u' & F1 & Hu).
    rewrite app_nil_r in Hu.
    assert (Hu' : typed (bound C1) (plug C2 (EHole t)) u) by (eapply plug_typed; [eassumption|constructor]).
    rewrite (proj1 typed_unique _ _ _ Hu _ Hu') in F1.
    eapply plug_typed; [eassumption|]. rewrite app_nil_r.
    econstructor; [constructor|constructor|]. eapply under; eauto.
  - destruct (unplug _ _ _ _ _ H) as (u' & F1 & Hu).
    rewrite app_nil_r in Hu.
    assert (Hu' : typed (bound C1) (plug C2 (EHole (TList t))) u) by (eapply plug_typed; [eassumption|constructor]).
    rewrite (proj1 typed_unique _ _ _ Hu _ Hu') in F1.
    eapply plug_typed; [eassumption|]. rewrite app_nil_r.
    econstructor; [constructor|constructor|]. eapply under; eauto.
Qed.

(** ** Generation *)
Inductive steps : expr -> expr -> Prop :=
| Done e : steps e e
| More e e' e'' : step e e' -> steps e' e'' -> steps e e''.

(** Whatever grows out of a hole of a type has that type, at every moment. *)
Theorem generation_is_well_typed T e : no_holes_in T -> steps (EHole T) e -> typed [] e T.
Proof.
  intros N S. assert (H : typed [] (EHole T) T) by constructor.
  revert H; generalize (EHole T) as e0, S; clear S.
  intros e0 S; induction S; intros; auto. apply IHS. eapply step_preserves_typing; eauto.
Qed.
End Steps.

(** ** Erasure: without arguments holes, a term is one of the simply typed calculus *)
Fixpoint erase_ty (t : ty) : ty :=
  match t with
  | TBase b => TBase b
  | TList t => TList (erase_ty t)
  | TFun ps h r => TFun (map erase_ty ps) None (erase_ty r)
  end.

Fixpoint erase (e : expr) : expr :=
  match e with
  | EVar k i => EVar k i
  | EConst c => EConst c
  | EHole t => EHole (erase_ty t)
  | ELam ps h e => ELam (map erase_ty ps) None (erase e)
  | EApp f es h => EApp (erase f) (map erase es) None
  | ELet t e b => ELet (erase_ty t) (erase e) (erase b)
  | EMatch e n t c => EMatch (erase e) (erase n) (erase_ty t) (erase c)
  end.

Definition erase_level (l : level) : level := (map erase_ty (fst l), None).

Theorem erasure_preserves_typing (sigma : nat -> option ty) :
  let sigma' := fun c => option_map erase_ty (sigma c) in
  (forall G e t, typed sigma G e t -> typed sigma' (map erase_level G) (erase e) (erase_ty t)) /\
  (forall G es ts, typeds sigma G es ts -> typeds sigma' (map erase_level G) (map erase es) (map erase_ty ts)).
Proof.
  intros sigma'. apply typed_typeds; intros; simpl in *; try (econstructor; eauto; fail).
  - destruct l as (l & Hk & Hi). constructor. exists (erase_level l); split.
    + rewrite nth_error_map, Hk; reflexivity.
    + simpl; rewrite nth_error_map, Hi; reflexivity.
  - constructor. unfold sigma'. rewrite e. reflexivity.
Qed.
