(** * Terms and formulas, their meaning, and one substitution for all purposes

    One syntax for both, as in the kernel. [ev] gives a value to every expression, [dn] a proposition. Part of
    the meaning of a claim: read [expr], [env], [evbin], [ev] and [dn].

    A formula that can be decided means what it evaluates to ([dec_ev]), so excluded middle is a lemma where the
    checker uses it and no axiom is needed. Variables are locally nameless, ghosts are a constructor of their own.
    There is a single parallel substitution, [sub], with a single theorem, [dn_sub]; instantiating, closing and
    unfolding are cases of it. Not chosen: functional extensionality; environments are compared point by point. *)
From Verified Require Export Val.
Set Implicit Arguments.

Inductive bin := Add | Sub | Mul | Eq | Le | Lt | And | Or | Imp | Iff.
Inductive quant := All | Ex.
Inductive expr :=
| EBound (i : nat) (s : sort) | ELocal (l : nat) (s : sort) | EGhost (g : nat) (s : sort)
| ENu (s : sort) | EInt (z : Z) | ELit (l i : nat)   (* literal l of opaque sort i *)
| ECtor (s : sort) (t : nat) (args : list expr)
| EFn (d : nat) (ss : list sort) (args : list expr)
| EPred (p : nat) (args : list expr)
| EBin (o : bin) (a b : expr) | EDiv (a : expr) (k : Z) | EMod (a : expr) (k : Z)
| EIte (c a b : expr) | ETrue | EFalse | ENot (a : expr) | EQuant (q : quant) (s : sort) (a : expr).

Section Ind.
  Variable P : expr -> Prop.
  Hypothesis Hb : forall i s, P (EBound i s).
  Hypothesis Hl : forall i s, P (ELocal i s).
  Hypothesis Hg : forall i s, P (EGhost i s).
  Hypothesis Hn : forall s, P (ENu s).
  Hypothesis Hz : forall z, P (EInt z).
  Hypothesis Hlit : forall l i, P (ELit l i).
  Hypothesis Hc : forall s t args, Forall P args -> P (ECtor s t args).
  Hypothesis Hf : forall d ss args, Forall P args -> P (EFn d ss args).
  Hypothesis Hp : forall p args, Forall P args -> P (EPred p args).
  Hypothesis Hbin : forall o a b, P a -> P b -> P (EBin o a b).
  Hypothesis Hdiv : forall a k, P a -> P (EDiv a k).
  Hypothesis Hmod : forall a k, P a -> P (EMod a k).
  Hypothesis Hite : forall c a b, P c -> P a -> P b -> P (EIte c a b).
  Hypothesis Ht : P ETrue.
  Hypothesis Hfa : P EFalse.
  Hypothesis Hnot : forall a, P a -> P (ENot a).
  Hypothesis Hq : forall q s a, P a -> P (EQuant q s a).
  Fixpoint expr_rec' (e : expr) : P e :=
    let go := fix go es := match es return Forall P es with
      | [] => Forall_nil P | f :: fs => Forall_cons f (expr_rec' f) (go fs) end in
    match e with
    | EBound i s => Hb i s | ELocal i s => Hl i s | EGhost i s => Hg i s | ENu s => Hn s
    | EInt z => Hz z | ELit l i => Hlit l i
    | ECtor s t args => Hc s t (go args) | EFn d ss args => Hf d ss (go args)
    | EPred p args => Hp p (go args)
    | EBin o a b => Hbin o (expr_rec' a) (expr_rec' b)
    | EDiv a k => Hdiv k (expr_rec' a) | EMod a k => Hmod k (expr_rec' a)
    | EIte c a b => Hite (expr_rec' c) (expr_rec' a) (expr_rec' b)
    | ETrue => Ht | EFalse => Hfa | ENot a => Hnot (expr_rec' a) | EQuant q s a => Hq q s (expr_rec' a)
    end.
End Ind.

Definition bin_eqb (a b : bin) : bool :=
  match a, b with
  | Add, Add | Sub, Sub | Mul, Mul | Eq, Eq | Le, Le | Lt, Lt | And, And | Or, Or | Imp, Imp
  | Iff, Iff => true | _, _ => false end.
Definition quant_eqb (a b : quant) := match a, b with All, All | Ex, Ex => true | _, _ => false end.
Fixpoint expr_eqb (x y : expr) : bool :=
  match x, y with
  | EBound i s, EBound j t | ELocal i s, ELocal j t | EGhost i s, EGhost j t =>
      Nat.eqb i j && sort_eqb s t
  | ELit l i, ELit m j => Nat.eqb l m && Nat.eqb i j
  | ENu s, ENu t => sort_eqb s t
  | EInt a, EInt b => Z.eqb a b
  | ECtor s t xs, ECtor s' t' ys => Nat.eqb t t' && (sort_eqb s s' && list_eqb expr_eqb xs ys)
  | EFn d ss xs, EFn d' ss' ys => Nat.eqb d d' && (list_eqb sort_eqb ss ss' && list_eqb expr_eqb xs ys)
  | EPred p xs, EPred q ys => Nat.eqb p q && list_eqb expr_eqb xs ys
  | EBin o a b, EBin o' a' b' => bin_eqb o o' && (expr_eqb a a' && expr_eqb b b')
  | EDiv a k, EDiv b l | EMod a k, EMod b l => Z.eqb k l && expr_eqb a b
  | EIte c a b, EIte c' a' b' => expr_eqb c c' && (expr_eqb a a' && expr_eqb b b')
  | ETrue, ETrue | EFalse, EFalse => true
  | ENot a, ENot b => expr_eqb a b
  | EQuant q s a, EQuant r t b => quant_eqb q r && (sort_eqb s t && expr_eqb a b)
  | _, _ => false
  end.
Lemma sorts_eqb_sound xs ys : list_eqb sort_eqb xs ys = true -> xs = ys.
Proof. apply list_eqb_sound. induction xs; constructor; auto using sort_eqb_sound. Qed.
Lemma expr_eqb_sound x : forall y, expr_eqb x y = true -> x = y.
Proof.
  induction x using expr_rec'; intros []; simpl; try discriminate; intros E; auto;
  repeat match goal with
  | H : _ && _ = true |- _ => apply andb_prop in H as [? ?]
  | H : Nat.eqb _ _ = true |- _ => apply Nat.eqb_eq in H; subst
  | H : Z.eqb _ _ = true |- _ => apply Z.eqb_eq in H; subst
  | H : sort_eqb _ _ = true |- _ => apply sort_eqb_sound in H; subst
  | H : list_eqb sort_eqb _ _ = true |- _ => apply sorts_eqb_sound in H; subst
  end; f_equal; auto; try (eapply list_eqb_sound; eassumption).
  - destruct o, o0; auto; discriminate.
  - destruct q, q0; auto; discriminate.
Qed.

(** What is the same tree is equal; the extracted program asks that first ([meter.sed]). *)
Lemma expr_eqb_refl x : expr_eqb x x = true.
Proof.
  assert (S : forall ss, list_eqb sort_eqb ss ss = true).
  { intros ss. apply list_eqb_refl. induction ss; constructor; auto using sort_eqb_refl. }
  induction x using expr_rec'; simpl; rewrite ?Nat.eqb_refl, ?Z.eqb_refl, ?sort_eqb_refl, ?S, ?IHx, ?IHx1, ?IHx2, ?IHx3; simpl; auto;
    try (apply list_eqb_refl; auto; fail).
  - destruct o; auto.
  - destruct q; auto.
Qed.

(** ** Meaning *)
Definition vb (b : bool) : value := VCon (if b then 1 else 0) [].
Definition isT (v : value) : bool := match v with VCon 1 [] => true | _ => false end.
Definition zof (v : value) : Z := match v with VInt z => z | _ => 0%Z end.
Lemma isT_vb b : isT (vb b) = b. Proof. destruct b; auto. Qed.
Arguments vb : simpl never.
Arguments isT : simpl never.
(** What a definition defines: a function, a predicate that can be decided, or another one. *)
Inductive kind := KFun | KDec | KProp.

Record env := Env {
  loc : nat -> value; gho : nat -> value; nu : value; bnd : nat -> value;
  sv : senv; pv : nat -> list value -> Prop }.
Definition push (v : value) (r : env) : env :=
  Env (loc r) (gho r) (nu r) (fun i => match i with O => v | S i => bnd r i end) (sv r) (pv r).
Definition set_nu (v : value) (r : env) : env := Env (loc r) (gho r) v (bnd r) (sv r) (pv r).
Record eqv (r r' : env) : Prop := Eqv {
  e_loc : forall l, loc r l = loc r' l; e_gho : forall l, gho r l = gho r' l; e_nu : nu r = nu r';
  e_bnd : forall l, bnd r l = bnd r' l; e_sv : seq (sv r) (sv r');
  e_pv : forall p vs, pv r p vs <-> pv r' p vs }.
Record eqe (r r' : env) : Prop := Eqe {
  ee_loc : forall l, loc r l = loc r' l; ee_gho : forall l, gho r l = gho r' l; ee_nu : nu r = nu r';
  ee_bnd : forall l, bnd r l = bnd r' l }.
Lemma eqv_eqe r r' : eqv r r' -> eqe r r'.
Proof. intros []. constructor; auto. Qed.
Lemma eqv_refl r : eqv r r.
Proof. constructor; unfold seq; try tauto; reflexivity. Qed.
Lemma eqv_push v r r' : eqv r r' -> eqv (push v r) (push v r').
Proof. intros []. constructor; simpl; auto. intros []; auto. Qed.

Record model := Model {
  mO : nat -> value -> Prop; mL : nat -> nat -> value;
  mI : nat -> list value -> value; mJ : nat -> senv -> list value -> Prop }.

Definition evbin (o : bin) (a b : value) : value :=
  match o with
  | Add => VInt (zof a + zof b) | Sub => VInt (zof a - zof b) | Mul => VInt (zof a * zof b)
  | Eq => vb (value_eqb a b) | Le => vb (Z.leb (zof a) (zof b)) | Lt => vb (Z.ltb (zof a) (zof b))
  | And => vb (isT a && isT b) | Or => vb (isT a || isT b)
  | Imp => vb (negb (isT a) || isT b) | Iff => vb (Bool.eqb (isT a) (isT b))
  end.

Section Meaning.
  Variable D : datatypes.
  Variable kd : nat -> kind.
  Variable M : model.

  Fixpoint ev (r : env) (e : expr) : value :=
    match e with
    | EBound i _ => bnd r i | ELocal l _ => loc r l | EGhost g _ => gho r g | ENu _ => nu r
    | EInt z => VInt z | ELit l i => mL M l i
    | ECtor _ t args => VCon t (map (ev r) args)
    | EFn d _ args => mI M d (map (ev r) args)
    | EPred _ _ => vb false
    | EBin o a b => evbin o (ev r a) (ev r b)
    | EDiv a k => VInt (zof (ev r a) / k) | EMod a k => VInt (zof (ev r a) mod k)
    | EIte c a b => if isT (ev r c) then ev r a else ev r b
    | ETrue => vb true | EFalse => vb false | ENot a => vb (negb (isT (ev r a)))
    | EQuant _ _ _ => vb false
    end.
  Fixpoint dn (r : env) (e : expr) : Prop :=
    match e with
    | EFn d ss args =>
        match kd d with
        | KFun => False
        | KDec => isT (mI M d (map (ev r) args)) = true
        | KProp => mJ M d (at_sorts D (mO M) (sv r) ss) (map (ev r) args)
        end
    | EPred p args => pv r p (map (ev r) args)
    | EBin Eq a b => ev r a = ev r b
    | EBin Le a b => (zof (ev r a) <= zof (ev r b))%Z
    | EBin Lt a b => (zof (ev r a) < zof (ev r b))%Z
    | EBin And a b => dn r a /\ dn r b
    | EBin Or a b => dn r a \/ dn r b
    | EBin Imp a b => dn r a -> dn r b
    | EBin Iff a b => dn r a <-> dn r b
    | ETrue => True | EFalse => False | ENot a => ~ dn r a
    | EQuant All s a => forall v, hs D (mO M) (sv r) v s -> dn (push v r) a
    | EQuant Ex s a => exists v, hs D (mO M) (sv r) v s /\ dn (push v r) a
    | _ => False
    end.

  (** Decidable formulas. *)
  Fixpoint dec (e : expr) : bool :=
    match e with
    | EFn d _ _ => match kd d with KDec => true | _ => false end
    | EBin (Eq | Le | Lt) _ _ => true
    | EBin (And | Or | Imp | Iff) a b => dec a && dec b
    | ETrue | EFalse => true
    | ENot a => dec a
    | _ => false
    end.
  Lemma dec_ev r e : dec e = true -> (dn r e <-> isT (ev r e) = true).
  Proof.
    induction e using expr_rec'; simpl; try discriminate; try tauto.
    - destruct (kd d); try discriminate; tauto.
    - destruct o; simpl; try discriminate; intros E; rewrite ?isT_vb.
      + rewrite value_eqb_eq. tauto.
      + rewrite Z.leb_le. tauto.
      + rewrite Z.ltb_lt. tauto.
      + apply andb_prop in E as [E1 E2]. rewrite IHe1, IHe2, andb_true_iff; tauto.
      + apply andb_prop in E as [E1 E2]. rewrite IHe1, IHe2, orb_true_iff; tauto.
      + apply andb_prop in E as [E1 E2]. rewrite IHe1, IHe2, orb_true_iff, negb_true_iff; auto.
        destruct (isT (ev r e1)); intuition discriminate.
      + apply andb_prop in E as [E1 E2]. rewrite IHe1, IHe2, Bool.eqb_true_iff; auto.
        destruct (isT (ev r e1)), (isT (ev r e2)); intuition.
    - rewrite isT_vb. intuition.
    - intros E. rewrite IHe, isT_vb, negb_true_iff; auto. destruct (isT _); intuition discriminate.
  Qed.
  Lemma dec_em r e : dec e = true -> dn r e \/ ~ dn r e.
  Proof. intros H. rewrite (dec_ev r _ H). destruct (isT _); auto. Qed.
End Meaning.

(** ** Where calls matter *)
Fixpoint allfn (Q : nat -> list expr -> bool) (e : expr) : bool :=
  match e with
  | ECtor _ _ args | EPred _ args => forallb (allfn Q) args
  | EFn d _ args => Q d args && forallb (allfn Q) args
  | EBin _ a b => allfn Q a && allfn Q b
  | EDiv a _ | EMod a _ | ENot a | EQuant _ _ a => allfn Q a
  | EIte c a b => allfn Q c && (allfn Q a && allfn Q b)
  | _ => true
  end.
Lemma allfn_true e : allfn (fun _ _ => true) e = true.
Proof.
  induction e using expr_rec'; simpl; auto; try (apply forallb_forall; rewrite Forall_forall in H; auto).
  - rewrite IHe1; auto.
  - rewrite IHe1, IHe2; auto.
Qed.

Ltac split_andb := repeat match goal with
  | H : _ && _ = true |- _ => apply andb_prop in H as [? ?]
  | H : ?a && ?b = true -> _ |- _ => idtac
  end.

Section Ext.
  Variables (D : datatypes) (dd : nat -> kind) (M M' : model).
  Variable Q : nat -> list expr -> bool.
  Hypothesis HO : mO M = mO M'.
  Hypothesis HL : mL M = mL M'.
  Lemma ev_ext e : forall r r', allfn Q e = true -> eqe r r' ->
    (forall d args, Q d args = true -> mI M d (map (ev M r) args) = mI M' d (map (ev M r) args)) ->
    ev M r e = ev M' r' e.
  Proof.
    intros r r' A E HI.
    assert (ML : forall args, Forall (fun e => allfn Q e = true -> ev M r e = ev M' r' e) args ->
      forallb (allfn Q) args = true -> map (ev M r) args = map (ev M' r') args).
    { intros args F B. apply map_ext_in. intros a Ia. rewrite Forall_forall in F.
      apply F; auto. rewrite forallb_forall in B. auto. }
    destruct E. induction e using expr_rec'; simpl in *; auto; try (f_equal; auto; fail).
    - rewrite HL; auto.
    - apply andb_prop in A as [A1 A2]. rewrite HI; auto. f_equal. auto.
    - apply andb_prop in A as [A1 A2]. rewrite IHe1, IHe2; auto.
    - rewrite IHe; auto.
    - rewrite IHe; auto.
    - apply andb_prop in A as [A1 A2]. apply andb_prop in A2 as [A2 A3].
      rewrite IHe1, IHe2, IHe3; auto.
    - rewrite IHe; auto.
  Qed.
  Lemma dn_ext e : forall r r', allfn Q e = true -> eqv r r' ->
    (forall d args r1, Q d args = true -> (forall l, loc r1 l = loc r l) ->
       mI M d (map (ev M r1) args) = mI M' d (map (ev M r1) args) /\
       forall S T, seq S T -> (mJ M d S (map (ev M r1) args) <-> mJ M' d T (map (ev M r1) args))) ->
    (dn D dd M r e <-> dn D dd M' r' e).
  Proof.
    assert (MV : forall r r', eqv r r' ->
      (forall d args r1, Q d args = true -> (forall l, loc r1 l = loc r l) ->
       mI M d (map (ev M r1) args) = mI M' d (map (ev M r1) args) /\
       forall S T, seq S T -> (mJ M d S (map (ev M r1) args) <-> mJ M' d T (map (ev M r1) args))) ->
      forall e, allfn Q e = true -> ev M r e = ev M' r' e).
    { intros r r' E HI x A. apply ev_ext; auto using eqv_eqe. intros d args Hq. apply (HI d args r); auto. }
    assert (ML : forall r r', eqv r r' ->
      (forall d args r1, Q d args = true -> (forall l, loc r1 l = loc r l) ->
       mI M d (map (ev M r1) args) = mI M' d (map (ev M r1) args) /\
       forall S T, seq S T -> (mJ M d S (map (ev M r1) args) <-> mJ M' d T (map (ev M r1) args))) ->
      forall args, forallb (allfn Q) args = true -> map (ev M r) args = map (ev M' r') args).
    { intros r r' E HI args B. apply map_ext_in. intros a Ia. rewrite forallb_forall in B. eauto. }
    induction e using expr_rec'; intros r r' A E HI; simpl in *; try tauto.
    - apply andb_prop in A as [A1 A2]. rewrite <- (ML _ _ E HI _ A2).
      destruct (HI d args r A1) as [H1 H2]; auto. rewrite H1. destruct (dd d); try tauto.
      apply H2. intros i v. unfold at_sorts. rewrite HO. apply hs_seq. apply E.
    - rewrite <- (ML _ _ E HI _ A). apply E.
    - apply andb_prop in A as [A1 A2].
      destruct o; try tauto; rewrite ?(MV _ _ E HI _ A1), ?(MV _ _ E HI _ A2); try tauto;
        rewrite (IHe1 _ _ A1 E HI), (IHe2 _ _ A2 E HI); tauto.
    - rewrite (IHe _ _ A E HI); tauto.
    - assert (K : forall v, dn D dd M (push v r) e <-> dn D dd M' (push v r') e).
      { intros v. apply IHe; auto using eqv_push. }
      assert (HS : forall v s, hs D (mO M) (sv r) v s <-> hs D (mO M') (sv r') v s).
      { intros v t. rewrite HO. apply hs_seq, E. }
      destruct q.
      + split; intros H v Hv; apply K, H; apply (HS v s); auto.
      + split; intros (v & Hv & H); exists v; (split; [apply (HS v s)|apply K]); auto.
  Qed.
End Ext.

(** The meaning of predicates respects equivalent sorts. *)
Definition proper (M : model) := forall d S T vs, seq S T -> (mJ M d S vs <-> mJ M d T vs).
Lemma ev_eqe M e r r' : eqe r r' -> ev M r e = ev M r' e.
Proof. intros E. apply (@ev_ext M M (fun _ _ => true)); auto using allfn_true. Qed.
Lemma ev_eqv M e r r' : eqv r r' -> ev M r e = ev M r' e.
Proof. intros E. apply ev_eqe, eqv_eqe, E. Qed.
Lemma dn_eqv D dd M e r r' : proper M -> eqv r r' -> (dn D dd M r e <-> dn D dd M r' e).
Proof. intros HP E. apply (@dn_ext D dd M M (fun _ _ => true)); auto using allfn_true. Qed.

(** ** Substitution *)
Fixpoint shf (n c : nat) (e : expr) : expr :=
  match e with
  | EBound i s => if i <? c then e else EBound (n + i) s
  | ECtor s t args => ECtor s t (map (shf n c) args)
  | EFn d ss args => EFn d ss (map (shf n c) args)
  | EPred p args => EPred p (map (shf n c) args)
  | EBin o a b => EBin o (shf n c a) (shf n c b)
  | EDiv a k => EDiv (shf n c a) k | EMod a k => EMod (shf n c a) k
  | EIte x a b => EIte (shf n c x) (shf n c a) (shf n c b)
  | ENot a => ENot (shf n c a) | EQuant q s a => EQuant q s (shf n (S c) a)
  | _ => e
  end.
Definition lift (n : nat) (e : expr) := match n with O => e | _ => shf n 0 e end.
Record sbst := Sb { sl : nat -> sort -> expr; sg : nat -> sort -> expr; sn : sort -> expr;
                    sb : nat -> sort -> expr }.
Fixpoint sub (d : nat) (g : sbst) (e : expr) : expr :=
  match e with
  | EBound i s => if i <? d then e else lift d (sb g (i - d) s)
  | ELocal l s => lift d (sl g l s) | EGhost l s => lift d (sg g l s) | ENu s => lift d (sn g s)
  | ECtor s t args => ECtor s t (map (sub d g) args)
  | EFn f ss args => EFn f ss (map (sub d g) args)
  | EPred p args => EPred p (map (sub d g) args)
  | EBin o a b => EBin o (sub d g a) (sub d g b)
  | EDiv a k => EDiv (sub d g a) k | EMod a k => EMod (sub d g a) k
  | EIte x a b => EIte (sub d g x) (sub d g a) (sub d g b)
  | ENot a => ENot (sub d g a) | EQuant q s a => EQuant q s (sub (S d) g a)
  | EInt _ | ELit _ _ | ETrue | EFalse => e
  end.

Definition skip (n c : nat) (r : env) : env :=
  Env (loc r) (gho r) (nu r) (fun i => bnd r (if i <? c then i else n + i)) (sv r) (pv r).
Lemma map_ext_F A B (f g : A -> B) l : Forall (fun x => f x = g x) l -> map f l = map g l.
Proof. apply map_ext_Forall. Qed.
Section Subst.
  Variables (D : datatypes) (dd : nat -> kind) (M : model).
  Hypothesis HP : proper M.
  Lemma ev_shf n c e : forall r, ev M r (shf n c e) = ev M (skip n c r) e.
  Proof.
    induction e using expr_rec'; intros r; simpl; auto;
      try (f_equal; rewrite map_map; apply map_ext_F; eapply Forall_impl; eauto; simpl; auto; fail).
    - destruct (i <? c); auto.
    - rewrite IHe1, IHe2; auto.
    - rewrite IHe; auto.
    - rewrite IHe; auto.
    - rewrite IHe1, IHe2, IHe3; auto.
    - rewrite IHe; auto.
  Qed.
  Lemma evs_shf n c r es : map (ev M r) (map (shf n c) es) = map (ev M (skip n c r)) es.
  Proof. rewrite map_map. apply map_ext. intros e. apply ev_shf. Qed.
  Lemma dn_shf n e : forall c r, dn D dd M r (shf n c e) <-> dn D dd M (skip n c r) e.
  Proof.
    induction e using expr_rec'; intros c r; simpl; try tauto; rewrite ?evs_shf; try tauto.
    - destruct (i <? c); simpl; tauto.
    - destruct o; simpl; rewrite ?ev_shf; try tauto; rewrite IHe1, IHe2; tauto.
    - rewrite IHe; tauto.
    - assert (K : forall v, dn D dd M (push v r) (shf n (S c) e) <-> dn D dd M (push v (skip n c r)) e).
      { intros v. rewrite IHe. apply dn_eqv; auto. constructor; simpl; try tauto; auto.
        - intros [|l]; simpl; auto. change (S l <? S c) with (l <? c).
          destruct (l <? c); auto. rewrite Nat.add_succ_r; auto.
        - intros ? ?; tauto. }
      destruct q; simpl.
      + split; intros H v Hv; apply K; auto.
      + split; intros (v & Hv & H); exists v; split; auto; apply K; auto.
  Qed.
  Lemma ev_lift n r e : ev M r (lift n e) = ev M (skip n 0 r) e.
  Proof.
    destruct n; simpl; [|apply ev_shf]. apply ev_eqv. constructor; simpl; auto; intros ? ?; tauto.
  Qed.

  (** The environment in which the original means what the result of the substitution means. *)
  Definition under (d : nat) (g : sbst) (r : env) : env :=
    let r0 := skip d 0 r in
    Env (fun l => ev M r0 (sl g l SInt)) (fun l => ev M r0 (sg g l SInt)) (ev M r0 (sn g SInt))
        (fun i => if i <? d then bnd r i else ev M r0 (sb g (i - d) SInt)) (sv r) (pv r).
  (** What is put in does not depend on the annotated sort (but for annotations). *)
  Definition uniform (g : sbst) := forall r s,
    (forall l, ev M r (sl g l s) = ev M r (sl g l SInt)) /\
    (forall l, ev M r (sg g l s) = ev M r (sg g l SInt)) /\
    ev M r (sn g s) = ev M r (sn g SInt) /\
    (forall i, ev M r (sb g i s) = ev M r (sb g i SInt)) /\
    (forall l, ~ dn D dd M r (sl g l s)) /\ (forall l, ~ dn D dd M r (sg g l s)) /\
    ~ dn D dd M r (sn g s) /\ (forall i, ~ dn D dd M r (sb g i s)).
  Lemma ev_sub g e : uniform g -> forall d r, ev M r (sub d g e) = ev M (under d g r) e.
  Proof.
    intros U. induction e using expr_rec'; intros d0 r; simpl; auto;
      try (f_equal; rewrite map_map; apply map_ext_F; eapply Forall_impl; eauto; simpl; auto; fail).
    - destruct (i <? d0) eqn:E; simpl; [auto|]. rewrite ev_lift. apply U.
    - rewrite ev_lift. apply U.
    - rewrite ev_lift. apply U.
    - rewrite ev_lift. apply U.
    - rewrite IHe1, IHe2; auto.
    - rewrite IHe; auto.
    - rewrite IHe; auto.
    - rewrite IHe1, IHe2, IHe3; auto.
    - rewrite IHe; auto.
  Qed.
  Lemma evs_sub g d r es : uniform g ->
    map (ev M r) (map (sub d g) es) = map (ev M (under d g r)) es.
  Proof. intros U. rewrite map_map. apply map_ext. intros e. apply ev_sub; auto. Qed.
  Lemma under_push v d g r : eqv (under (S d) g (push v r)) (push v (under d g r)).
  Proof.
    assert (K : forall e, ev M (skip (S d) 0 (push v r)) e = ev M (skip d 0 r) e).
    { intros e. apply ev_eqv. constructor; simpl; auto; intros ? ?; tauto. }
    constructor; simpl; auto; try (intros ? ?; tauto).
    intros [|i]; [reflexivity|]. change (S i <? S d) with (i <? d). destruct (i <? d); simpl; auto.
  Qed.
  Lemma dn_lift n r e : dn D dd M r (lift n e) <-> dn D dd M (skip n 0 r) e.
  Proof.
    destruct n; simpl; [|apply dn_shf]. apply dn_eqv; auto. constructor; simpl; try tauto; auto.
    intros ? ?; tauto.
  Qed.
  Lemma dn_sub g e : uniform g -> forall d r, dn D dd M r (sub d g e) <-> dn D dd M (under d g r) e.
  Proof.
    intros U. induction e using expr_rec'; intros d0 r; simpl; try tauto; rewrite ?evs_sub by auto;
      try tauto.
    - destruct (i <? d0); simpl; [tauto|]. rewrite dn_lift. split; [apply U|tauto].
    - rewrite dn_lift. split; [apply U|tauto].
    - rewrite dn_lift. split; [apply U|tauto].
    - rewrite dn_lift. split; [apply U|tauto].
    - destruct o; simpl; rewrite ?ev_sub by auto; try tauto; rewrite IHe1, IHe2; tauto.
    - rewrite IHe; tauto.
    - assert (K : forall v, dn D dd M (push v r) (sub (S d0) g e) <-> dn D dd M (push v (under d0 g r)) e).
      { intros v. rewrite IHe. apply dn_eqv; auto. apply under_push. }
      destruct q; simpl.
      + split; intros H v Hv; apply K; auto.
      + split; intros (v & Hv & H); exists v; split; auto; apply K; auto.
  Qed.
End Subst.
