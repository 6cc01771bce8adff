(** * Extension of an arguments hole preserves typing

    [ext_ty a s] adds an argument of type [s] to every function type that carries [a]; [ext_expr a s] adds a parameter to
    every lambda, and a typed hole to every application. The theorem of the paper's supplement, for this calculus. *)
From Coq Require Import List PeanoNat Lia.
From Covenant.terms Require Import Calculus.
Import ListNotations.

Section Extension.
Variable a : nat.
Variable s : ty.

Definition more {A} (h : option nat) (x : A) : list A := if is_hole a h then [x] else [].

Fixpoint ext_ty (t : ty) : ty :=
  match t with
  | TBase b => TBase b
  | TList t => TList (ext_ty t)
  | TFun ps h r => TFun (map ext_ty ps ++ more h s) h (ext_ty r)
  end.

Fixpoint ext_expr (e : expr) : expr :=
  match e with
  | EVar k i => EVar k i
  | EConst c => EConst c
  | EHole t => EHole (ext_ty t)
  | ELam ps h e => ELam (map ext_ty ps ++ more h s) h (ext_expr e)
  | EApp f es h => EApp (ext_expr f) (map ext_expr es ++ more h (EHole s)) h
  | ELet t e b => ELet (ext_ty t) (ext_expr e) (ext_expr b)
  | EMatch e n t c => EMatch (ext_expr e) (ext_expr n) (ext_ty t) (ext_expr c)
  end.

Definition ext_level (l : level) : level := (map ext_ty (fst l) ++ more (snd l) s, snd l).
Definition ext_env (G : env) : env := map ext_level G.

Fixpoint ext_ctx (C : ctx) : ctx :=
  match C with
  | CTop => CTop
  | CAppF C es h => CAppF (ext_ctx C) (map ext_expr es ++ more h (EHole s)) h
  | CAppA f es C es' h =>
      CAppA (ext_expr f) (map ext_expr es) (ext_ctx C) (map ext_expr es' ++ more h (EHole s)) h
  | CLam ps h C => CLam (map ext_ty ps ++ more h s) h (ext_ctx C)
  | CLetE t C b => CLetE (ext_ty t) (ext_ctx C) (ext_expr b)
  | CLetB t e C => CLetB (ext_ty t) (ext_expr e) (ext_ctx C)
  | CMatchE C n t c => CMatchE (ext_ctx C) (ext_expr n) (ext_ty t) (ext_expr c)
  | CMatchN e C t c => CMatchN (ext_expr e) (ext_ctx C) (ext_ty t) (ext_expr c)
  | CMatchC e n t C => CMatchC (ext_expr e) (ext_expr n) (ext_ty t) (ext_ctx C)
  end.

Lemma ext_fresh t : fresh a t -> ext_ty t = t.
Proof.
  induction t as [b|t IH|ps h r IHps IHr] using ty_ind'; intros F; inversion F; subst; simpl.
  - reflexivity.
  - rewrite IH; auto.
  - unfold more; rewrite H2, app_nil_r, IHr; auto. f_equal.
    clear - IHps H3; induction IHps; inversion H3; subst; simpl; f_equal; auto.
Qed.

Lemma ext_lookup G k i t : lookup G k i t -> lookup (ext_env G) k i (ext_ty t).
Proof.
  intros (l & Hk & Hi). exists (ext_level l); split; unfold ext_env.
  - rewrite nth_error_map, Hk; reflexivity.
  - simpl. rewrite nth_error_app1; [rewrite nth_error_map, Hi; reflexivity|].
    rewrite map_length. apply nth_error_Some; congruence.
Qed.

Lemma ext_let_level t : ext_level (let_level t) = let_level (ext_ty t).
Proof. reflexivity. Qed.
Lemma ext_cons_level t : ext_level (cons_level t) = cons_level (ext_ty t).
Proof. reflexivity. Qed.

Lemma ext_plug C e : ext_expr (plug C e) = plug (ext_ctx C) (ext_expr e).
Proof.
  induction C; simpl; rewrite ?IHC; auto.
  rewrite map_app; simpl; rewrite IHC, <- app_assoc; reflexivity.
Qed.

Lemma ext_bound C : bound (ext_ctx C) = ext_env (bound C).
Proof. unfold ext_env; induction C; simpl; rewrite ?map_app, ?IHC; reflexivity. Qed.

Variable sigma : nat -> option ty.
Hypothesis constants_have_no_holes : forall c t, sigma c = Some t -> fresh a t.

Theorem extension_preserves_typing :
  (forall G e t, typed sigma G e t -> typed sigma (ext_env G) (ext_expr e) (ext_ty t)) /\
  (forall G es ts, typeds sigma G es ts -> typeds sigma (ext_env G) (map ext_expr es) (map ext_ty ts)).
Proof.
  apply typed_typeds; intros; simpl in *.
  - constructor; auto using ext_lookup.
  - rewrite ext_fresh by eauto. constructor; auto.
  - constructor.
  - constructor; auto.
  - eapply TApp; [eassumption|]. apply typeds_app; auto.
    unfold more; destruct (is_hole a h); repeat constructor.
  - econstructor; eauto.
  - econstructor; eauto.
  - constructor.
  - constructor; auto.
Qed.
End Extension.
