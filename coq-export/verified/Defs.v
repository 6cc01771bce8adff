(** * Definitions by structural recursion have a meaning

    The functions and predicates that satisfy the equations of a theory exist, without axioms: one
    fixpoint theorem for recursion on (group, size of the analysed value), up to a relation. It is used with
    equality for functions and with equivalence for predicates, whose bodies may have quantifiers. Part of the meaning of
    a claim: read [def], [select] and [denv].

    Not chosen: translating each definition to a Rocq [Fixpoint]. The checker has to accept theories
    that it sees for the first time. *)
From Verified Require Export Expr.
Set Implicit Arguments.

(** ** Recursion up to an equivalence, on a lexicographic measure *)
Section Lex.
  Variables (A : Type) (g f : A -> nat).
  Definition lexlt (y x : A) : Prop := g y < g x \/ g y = g x /\ f y < f x.
  Definition lexb (y x : A) : bool := (g y <? g x) || ((g y =? g x) && (f y <? f x)).
  Lemma lexb_spec y x : lexb y x = true <-> lexlt y x.
  Proof.
    unfold lexb, lexlt. rewrite orb_true_iff, andb_true_iff, Nat.eqb_eq, !Nat.ltb_lt. tauto.
  Qed.
  Lemma lex_wf : well_founded lexlt.
  Proof.
    enough (K : forall n m x, g x < n -> f x < m \/ g x < pred n -> Acc lexlt x).
    { intros x. apply (K (S (g x)) (S (f x))); auto. }
    induction n as [|n IHn]; [lia|]. induction m as [|m IHm]; intros x Hg Hf.
    - destruct Hf as [|Hf]; [lia|]. apply (IHn (S (f x))); simpl in *; auto.
    - constructor. intros y Hy. destruct (Nat.lt_ge_cases (g y) n).
      + apply (IHn (S (f y))); auto.
      + simpl in *. apply IHm; unfold lexlt in Hy; lia.
  Qed.
  Variables (X : Type) (d : X) (eqA : A -> A -> Prop) (R : X -> X -> Prop) (F : (A -> X) -> A -> X).
  Hypothesis eqA_refl : forall x, eqA x x.
  Hypothesis F_ext : forall x y K K', eqA x y ->
    (forall u v, lexlt u x -> lexlt v y -> eqA u v -> R (K u) (K' v)) -> R (F K x) (F K' y).
  Definition below (x : A) (rec : forall y, lexlt y x -> X) (y : A) : X :=
    match bool_dec (lexb y x) true with
    | left p => rec y (proj1 (lexb_spec y x) p) | right _ => d end.
  Fixpoint fixF (x : A) (a : Acc lexlt x) : X :=
    F (below (fun y p => fixF (Acc_inv a p))) x.
  Definition fixp (x : A) : X := fixF (lex_wf x).
  Lemma fixF_eq x (a : Acc lexlt x) : forall y (b : Acc lexlt y), eqA x y -> R (fixF a) (fixF b).
  Proof.
    revert x a. fix IH 2. intros x [a] y [b] E. simpl. apply F_ext; auto. intros u v Hu Hv Euv.
    unfold below. destruct (bool_dec (lexb u x) true) as [p|n]; [|apply lexb_spec in Hu; tauto].
    destruct (bool_dec (lexb v y) true) as [q|n]; [|apply lexb_spec in Hv; tauto].
    apply IH; auto.
  Qed.
  Lemma fixp_proper x y : eqA x y -> R (fixp x) (fixp y).
  Proof. apply fixF_eq. Qed.
  Lemma fixp_eq x : R (fixp x) (F fixp x).
  Proof.
    unfold fixp at 1. destruct (lex_wf x) as [a]. simpl. apply F_ext; auto. intros u v Hu Hv E.
    unfold below. destruct (bool_dec (lexb u x) true) as [p|n]; [|apply lexb_spec in Hu; tauto].
    apply fixF_eq; auto.
  Qed.
End Lex.

(** ** Theories *)
Inductive body := BDirect (e : expr) | BCases (on : nat) (cases : list expr) | BOpaque.
Record def := Def { d_ns : nat; d_params : list sort; d_res : option sort; d_dec : bool;
                    d_group : nat; d_body : body }.
Definition dummy := Def 0 [] None false 0 BOpaque.

Section Theory.
  Variable defs : list def.
  Definition get (d : nat) : def := nth d defs dummy.
  Definition kind_of (d : nat) : kind :=
    match d_res (get d) with Some _ => KFun | None => if d_dec (get d) then KDec else KProp end.
  (** The body that applies, and the fields that it sees. *)
  Definition select (d : nat) (args : list value) : option (expr * list value) :=
    match d_body (get d) with
    | BDirect e => Some (e, [])
    | BCases on cases =>
        match nth on args dflt with
        | VCon tag fs => option_map (fun e => (e, fs)) (nth_error cases tag)
        | _ => None
        end
    | BOpaque => None
    end.
  Definition np (d : nat) := length (d_params (get d)).
  Definition denv (n : nat) (args fs : list value) (S : senv) : env :=
    Env (fun l => if l <? n then nth l args dflt else nth (l - n) fs dflt) (fun _ => dflt) dflt
        (fun _ => dflt) S (fun _ _ => False).

  (** Calls are of smaller groups, or at a field. *)
  Definition call_ok (rec : bool) (own : nat) (d : nat) (args : list expr) : bool :=
    (d_group (get d) <? d_group (get own)) ||
    (rec && (d_group (get d) =? d_group (get own)) &&
     match d_body (get d) with
     | BCases on _ => match nth_error args on with Some (ELocal l _) => np own <=? l | _ => false end
     | _ => false
     end).
  Definition def_ok (d : nat) : bool :=
    match d_body (get d) with
    | BDirect e => allfn (call_ok false d) e
    | BCases _ cases => forallb (allfn (call_ok true d)) cases
    | BOpaque => true
    end.
  Definition defs_ok : bool := forallb def_ok (List.seq 0 (length defs)).
End Theory.

Section Interp.
  Variables (D : datatypes) (defs : list def).
  Variables (O : nat -> value -> Prop) (L : nat -> nat -> value).
  Variables (opI : nat -> list value -> value) (opJ : nat -> senv -> list value -> Prop).
  Hypothesis opJ_proper : forall d S T vs, seq S T -> (opJ d S vs <-> opJ d T vs).
  Hypothesis OK : defs_ok defs = true.
  Notation get := (get defs).
  Notation kd := (kind_of defs).

  Definition mu (d : nat) (args : list value) : nat :=
    match d_body (get d) with BCases on _ => vsize (nth on args dflt) | _ => 0 end.
  Lemma all_ok d : def_ok defs d = true.
  Proof.
    unfold defs_ok in OK. rewrite forallb_forall in OK.
    destruct (Nat.lt_ge_cases d (length defs)).
    - apply OK. apply in_seq. lia.
    - unfold def_ok, Defs.get. rewrite nth_overflow by lia. reflexivity.
  Qed.
  Lemma select_ok d args e fs : select defs d args = Some (e, fs) ->
    exists rec, allfn (call_ok defs rec d) e = true /\
      (rec = true -> forall i, vsize (nth i fs dflt) < mu d args).
  Proof.
    pose proof (all_ok d) as H. unfold def_ok, select, mu in *. destruct (d_body (get d)) as [b|on cases|].
    - intros [= <- <-]. exists false. split; auto. discriminate.
    - destruct (nth on args dflt) as [|tag gs|]; try discriminate.
      destruct (nth_error cases tag) eqn:E; try discriminate. intros [= <- <-]. exists true. split.
      + rewrite forallb_forall in H. apply H. eapply nth_error_In; eauto.
      + intros _ i. apply vsize_nth.
    - discriminate.
  Qed.
  (** A call in a body is at a smaller measure. *)
  Lemma call_smaller d args e fs M r rec d' args' :
    (rec = true -> forall i, vsize (nth i fs dflt) < mu d args) ->
    (forall l, loc r l = loc (denv (np defs d) args fs (sv r)) l) ->
    allfn (call_ok defs rec d) e = true ->
    call_ok defs rec d d' args' = true ->
    d_group (get d') < d_group (get d) \/
    d_group (get d') = d_group (get d) /\ mu d' (map (ev M r) args') < mu d args.
  Proof.
    intros Hs Hl _ Hc. unfold call_ok in Hc. apply orb_true_iff in Hc as [Hc|Hc].
    - apply Nat.ltb_lt in Hc. auto.
    - apply andb_prop in Hc as [Hc H3]. apply andb_prop in Hc as [H1 H2]. apply Nat.eqb_eq in H2.
      right. split; auto. unfold mu at 1. fold get in *.
      destruct (d_body (get d')) as [|on' cs|]; try discriminate.
      destruct (nth_error args' on') as [[]|] eqn:E; try discriminate. apply Nat.leb_le in H3.
      erewrite nth_error_nth with (x := ev M r (ELocal l s)).
      + simpl. rewrite Hl. simpl. destruct (l <? np defs d) eqn:B; [apply Nat.ltb_lt in B; lia|].
        apply Hs; auto.
      + apply map_nth_error; auto.
  Qed.

  Definition modelI (K : nat * list value -> value) : model :=
    Model O L (fun d vs => K (d, vs)) (fun _ _ _ => False).
  Definition FI (K : nat * list value -> value) (x : nat * list value) : value :=
    match select defs (fst x) (snd x) with
    | Some (e, fs) => ev (modelI K) (denv (np defs (fst x)) (snd x) fs (fun _ _ => False)) e
    | None => match d_body (get (fst x)) with BOpaque => opI (fst x) (snd x) | _ => dflt end
    end.
  Definition gI (x : nat * list value) := d_group (get (fst x)).
  Definition fI (x : nat * list value) := mu (fst x) (snd x).
  Lemma FI_ext x y K K' : x = y ->
    (forall u v, lexlt gI fI u x -> lexlt gI fI v y -> u = v -> K u = K' v) -> FI K x = FI K' y.
  Proof.
    intros <- H. destruct x as [d args]. unfold FI. simpl.
    destruct (select defs d args) as [[e fs]|] eqn:E; auto.
    apply select_ok in E as (rec & A & Hs).
    apply (@ev_ext (modelI K) (modelI K') (call_ok defs rec d)); auto using eqv_eqe, eqv_refl.
    intros d' args' Hc. simpl. apply H; auto; eapply call_smaller; eauto.
  Qed.
  Definition I (d : nat) (vs : list value) : value := fixp gI fI dflt FI (d, vs).

  Definition modelJ (K : nat * senv * list value -> Prop) : model :=
    Model O L I (fun d S vs => K (d, S, vs)).
  Definition FJ (K : nat * senv * list value -> Prop) (x : nat * senv * list value) : Prop :=
    match x with (d, W, args) =>
      match select defs d args with
      | Some (e, fs) => dn D kd (modelJ K) (denv (np defs d) args fs W) e
      | None => match d_body (get d) with BOpaque => opJ d W args | _ => False end
      end
    end.
  Definition gJ (x : nat * senv * list value) := d_group (get (fst (fst x))).
  Definition fJ (x : nat * senv * list value) := mu (fst (fst x)) (snd x).
  Definition eqJ (x y : nat * senv * list value) :=
    fst (fst x) = fst (fst y) /\ seq (snd (fst x)) (snd (fst y)) /\ snd x = snd y.
  Lemma denv_eqv n args fs S T : seq S T -> eqv (denv n args fs S) (denv n args fs T).
  Proof. intros H. constructor; simpl; auto; tauto. Qed.
  Lemma FJ_ext x y K K' : eqJ x y ->
    (forall u v, lexlt gJ fJ u x -> lexlt gJ fJ v y -> eqJ u v -> (K u <-> K' v)) ->
    (FJ K x <-> FJ K' y).
  Proof.
    destruct x as [[d W] args], y as [[d2 T] args2]. intros (E1 & E2 & E3). simpl in *. subst d2 args2.
    intros H. destruct (select defs d args) as [[e fs]|] eqn:E.
    - apply select_ok in E as (rec & A & Hs).
      apply (@dn_ext D kd (modelJ K) (modelJ K') (call_ok defs rec d)); auto using denv_eqv.
      intros d' args' r1 Hc Hl. split; auto. intros S' T' ST. simpl.
      apply H; [| |split; auto]; eapply call_smaller; eauto.
    - destruct (d_body (get d)); try tauto. apply opJ_proper; auto.
  Qed.
  Definition J (d : nat) (S : senv) (vs : list value) : Prop := fixp gJ fJ False FJ (d, S, vs).

  (** The model, and its equations. *)
  Definition M : model := Model O L I J.
  Lemma M_proper : proper M.
  Proof.
    intros d S T vs E. simpl. unfold J. apply fixp_proper with (eqA := eqJ).
    - intros ? ? ? ?. apply FJ_ext.
    - split; auto.
  Qed.
  Lemma I_eq d vs e fs S : select defs d vs = Some (e, fs) -> I d vs = ev M (denv (np defs d) vs fs S) e.
  Proof.
    intros E. unfold I at 1. rewrite (@fixp_eq _ gI fI _ dflt eq eq FI); auto using FI_ext.
    unfold FI at 1. simpl. rewrite E.
    apply (@ev_ext (modelI (fixp gI fI dflt FI)) M (fun _ _ => true)); auto using allfn_true.
    constructor; simpl; auto.
  Qed.
  Lemma J_eq d W vs e fs : select defs d vs = Some (e, fs) ->
    (J d W vs <-> dn D kd M (denv (np defs d) vs fs W) e).
  Proof.
    intros E. unfold J at 1. rewrite (@fixp_eq _ gJ fJ _ False eqJ iff FJ).
    - unfold FJ at 1. rewrite E.
      apply (@dn_ext D kd (modelJ (fixp gJ fJ False FJ)) M (fun _ _ => true));
        auto using allfn_true, eqv_refl.
      intros. split; auto. intros. simpl. apply M_proper; auto.
    - intros [[] ?]. split; [|split]; auto. intros ? ?; tauto.
    - intros ? ? ? ?. apply FJ_ext.
  Qed.
End Interp.
