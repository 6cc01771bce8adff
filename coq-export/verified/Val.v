(** * Values, sorts, and which values a sort has

    Values are untyped finite trees; [hs] says which of them a sort has. Part of the meaning of a
    claim: read [value], [sort], [ssub], [fields] and [hs].

    Why untyped: evaluation never looks at a sort, so that types of programs can be instantiated without
    touching programs. [hs] recurs on the value, not on the sort, so datatypes that are nested, mutual or
    not uniform need nothing special. Not chosen: one Rocq type per sort, as in the theories of the
    exporter. There the sorts are known when the file is written; here they are data. *)
From Verified Require Export Trie.
From Coq Require Export ZArith.
Set Implicit Arguments.

Inductive value := VInt (z : Z) | VCon (tag : nat) (fs : list value) | VAtom (n : nat).
Inductive sort := SInt | SData (d : nat) (args : list sort) | SAbs (i : nat) | SOpq (i : nat).

Section Ind.
  Variable P : value -> Prop.
  Hypothesis Hi : forall z, P (VInt z).
  Hypothesis Hc : forall t fs, Forall P fs -> P (VCon t fs).
  Hypothesis Ha : forall n, P (VAtom n).
  Fixpoint value_rec' (v : value) : P v :=
    match v with
    | VInt z => Hi z
    | VCon t fs => Hc t ((fix go fs := match fs return Forall P fs with
        | [] => Forall_nil P | f :: fs => Forall_cons f (value_rec' f) (go fs) end) fs)
    | VAtom n => Ha n
    end.
End Ind.
Section SInd.
  Variable P : sort -> Prop.
  Hypothesis Hi : P SInt.
  Hypothesis Hd : forall d args, Forall P args -> P (SData d args).
  Hypothesis Ha : forall i, P (SAbs i).
  Hypothesis Ho : forall i, P (SOpq i).
  Fixpoint sort_rec' (s : sort) : P s :=
    match s with
    | SInt => Hi
    | SData d args => Hd d ((fix go fs := match fs return Forall P fs with
        | [] => Forall_nil P | f :: fs => Forall_cons f (sort_rec' f) (go fs) end) args)
    | SAbs i => Ha i | SOpq i => Ho i
    end.
End SInd.

(** ** Lists *)
Definition list_eqb {A} (eqb : A -> A -> bool) :=
  fix go (xs ys : list A) : bool :=
  match xs, ys with
  | [], [] => true
  | x :: xs, y :: ys => eqb x y && go xs ys
  | _, _ => false
  end.
Lemma list_eqb_sound A (eqb : A -> A -> bool) xs :
  Forall (fun x => forall y, eqb x y = true -> x = y) xs ->
  forall ys, list_eqb eqb xs ys = true -> xs = ys.
Proof.
  induction 1; intros [|y ys]; simpl; try discriminate; auto.
  intros H1. apply andb_prop in H1 as [H1 H2]. f_equal; auto.
Qed.
Lemma list_eqb_refl A (eqb : A -> A -> bool) xs :
  Forall (fun x => eqb x x = true) xs -> list_eqb eqb xs xs = true.
Proof. induction 1; simpl; auto. rewrite H. auto. Qed.

Fixpoint value_eqb (a b : value) : bool :=
  match a, b with
  | VInt x, VInt y => Z.eqb x y
  | VCon t fs, VCon u gs => Nat.eqb t u && list_eqb value_eqb fs gs
  | VAtom n, VAtom m => Nat.eqb n m
  | _, _ => false
  end.
Lemma value_eqb_sound a : forall b, value_eqb a b = true -> a = b.
Proof.
  induction a using value_rec'; intros []; simpl; try discriminate; intros E.
  - apply Z.eqb_eq in E. congruence.
  - apply andb_prop in E as [E1 E2]. apply Nat.eqb_eq in E1. f_equal; auto.
    eapply list_eqb_sound; eauto.
  - apply Nat.eqb_eq in E. congruence.
Qed.
Lemma value_eqb_refl a : value_eqb a a = true.
Proof.
  induction a using value_rec'; simpl.
  - apply Z.eqb_refl.
  - rewrite Nat.eqb_refl. apply list_eqb_refl; auto.
  - apply Nat.eqb_refl.
Qed.
Lemma value_eqb_eq a b : value_eqb a b = true <-> a = b.
Proof. split; [apply value_eqb_sound|intros ->; apply value_eqb_refl]. Qed.

Fixpoint sort_eqb (a b : sort) : bool :=
  match a, b with
  | SInt, SInt => true
  | SData t fs, SData u gs => Nat.eqb t u && list_eqb sort_eqb fs gs
  | SAbs n, SAbs m => Nat.eqb n m
  | SOpq n, SOpq m => Nat.eqb n m
  | _, _ => false
  end.
Lemma sort_eqb_sound a : forall b, sort_eqb a b = true -> a = b.
Proof.
  induction a using sort_rec'; intros []; simpl; try discriminate; intros E; auto.
  - apply andb_prop in E as [E1 E2]. apply Nat.eqb_eq in E1. f_equal; auto.
    eapply list_eqb_sound; eauto.
  - apply Nat.eqb_eq in E. congruence.
  - apply Nat.eqb_eq in E. congruence.
Qed.

Lemma sort_eqb_refl a : sort_eqb a a = true.
Proof.
  induction a using sort_rec'; simpl; rewrite ?Nat.eqb_refl; auto. simpl. apply list_eqb_refl. auto.
Qed.

Fixpoint vsize (v : value) : nat :=
  match v with
  | VCon _ fs => S ((fix go fs := match fs with [] => 0 | f :: fs => vsize f + go fs end) fs)
  | _ => 0
  end.
Lemma vsize_in t fs f : In f fs -> vsize f < vsize (VCon t fs).
Proof.
  intros H. cut (vsize f <= (fix go fs := match fs with [] => 0 | f :: fs => vsize f + go fs end) fs).
  { simpl. lia. }
  induction fs; [destruct H|]. destruct H as [->|H]; [lia|]. specialize (IHfs H). lia.
Qed.
Definition dflt : value := VInt 0.
Lemma vsize_nth t fs i : vsize (nth i fs dflt) < vsize (VCon t fs).
Proof.
  destruct (nth_in_or_default i fs dflt) as [H| ->]; [apply vsize_in; auto|simpl; lia].
Qed.

(** ** Sorts *)
Fixpoint ssub (args : list sort) (s : sort) : sort :=
  match s with
  | SInt => SInt
  | SData d ss => SData d (map (ssub args) ss)
  | SAbs i => nth i args SInt
  | SOpq i => SOpq i
  end.
Lemma ssub_ssub args ss s : ssub args (ssub ss s) = ssub (map (ssub args) ss) s.
Proof.
  induction s using sort_rec'; simpl; auto.
  - f_equal. rewrite map_map. apply map_ext_Forall. auto.
  - rewrite <- (map_nth (ssub args)). reflexivity.
Qed.

(** A datatype: field sorts of each constructor; and the same as a trie, to find one fast. *)
Record datatype := Datatype { t_ctors : list (list sort); t_find : trie (list sort); t_same : forall i, tget t_find i = nth_error t_ctors i }.
Definition datatype_of (cs : list (list sort)) : datatype := Datatype cs (tlist cs) (tget_list cs).
(** Numbers 0 and 1 are [bool] and [unit]. *)
Definition datatypes := list datatype.
Definition no_type : datatype := datatype_of [].
Definition nth_type (D : datatypes) (d : nat) : datatype := nth d D no_type.
Definition ctors (D : datatypes) (d : nat) : list (list sort) := t_ctors (nth_type D d).
Definition fields (D : datatypes) (s : sort) (tag : nat) : option (list sort) :=
  match s with
  | SData d args => option_map (map (ssub args)) (tget (t_find (nth_type D d)) tag)
  | _ => None
  end.
Lemma fields_eq D d args tag : fields D (SData d args) tag = option_map (map (ssub args)) (nth_error (ctors D d) tag).
Proof. unfold fields, ctors. rewrite t_same. reflexivity. Qed.

Section HS.
  Variable D : datatypes.
  Variable O : nat -> value -> Prop.          (* opaque sorts *)
  Definition senv := nat -> value -> Prop.     (* sort parameters *)

  Fixpoint hs (S : senv) (v : value) (s : sort) {struct v} : Prop :=
    match s with
    | SInt => match v with VInt _ => True | _ => False end
    | SAbs i => S i v
    | SOpq i => O i v
    | SData d args =>
        match v with
        | VCon tag fs =>
            match nth_error (ctors D d) tag with
            | Some ss => (fix go fs ss := match fs, ss with
                | [], [] => True
                | f :: fs, s :: ss => hs S f (ssub args s) /\ go fs ss
                | _, _ => False end) fs ss
            | None => False
            end
        | _ => False
        end
    end.
  Fixpoint hsl (S : senv) (vs : list value) (ss : list sort) : Prop :=
    match vs, ss with
    | [], [] => True
    | v :: vs, s :: ss => hs S v s /\ hsl S vs ss
    | _, _ => False
    end.
  Lemma hs_con S tag fs s :
    hs S (VCon tag fs) s <->
    match s with
    | SInt => False | SAbs i => S i (VCon tag fs) | SOpq i => O i (VCon tag fs)
    | SData _ _ => match fields D s tag with Some ss => hsl S fs ss | None => False end
    end.
  Proof.
    destruct s; try (simpl; tauto). rewrite fields_eq. simpl. destruct (nth_error _ tag) as [ss|]; simpl; [|tauto].
    revert ss. induction fs; intros []; simpl; try tauto. rewrite IHfs. tauto.
  Qed.
  Lemma hs_mk S tag fs s ss : fields D s tag = Some ss -> hsl S fs ss -> hs S (VCon tag fs) s.
  Proof. intros E H. apply hs_con. destruct s; try discriminate. rewrite E. auto. Qed.
  Lemma hs_data S v d args : hs S v (SData d args) ->
    exists tag fs ss, v = VCon tag fs /\ fields D (SData d args) tag = Some ss /\ hsl S fs ss.
  Proof.
    destruct v; try (simpl; tauto). intros H. apply hs_con in H.
    destruct (fields _ _ _) eqn:E; [|tauto]. eauto 6.
  Qed.
  Lemma hs_int S v : hs S v SInt -> exists z, v = VInt z.
  Proof. destruct v; simpl; try tauto. eauto. Qed.

  Definition seq (S T : senv) := forall i v, S i v <-> T i v.
  Lemma hs_seq S T v : seq S T -> forall s, hs S v s <-> hs T v s.
  Proof.
    intros E. induction v using value_rec'; intros []; simpl; try tauto; try apply E.
    destruct (nth_error _ _) as [ss|]; [|tauto]. revert ss.
    induction H; intros []; try tauto. rewrite H, IHForall. tauto.
  Qed.
  (** Substitution is interpretation in another environment. *)
  Definition at_sorts (S : senv) (args : list sort) : senv := fun i v => hs S v (nth i args SInt).
  Lemma hs_ssub S args v : forall s, hs S v (ssub args s) <-> hs (at_sorts S args) v s.
  Proof.
    induction v using value_rec'; intros []; simpl; try tauto;
      try (unfold at_sorts; simpl; tauto).
    destruct (nth_error _ _) as [ss|]; [|tauto]. revert ss.
    induction H; intros []; try tauto. rewrite <- ssub_ssub, H, IHForall. tauto.
  Qed.
  Lemma hsl_ssub S args : forall vs ss, hsl S vs (map (ssub args) ss) <-> hsl (at_sorts S args) vs ss.
  Proof. induction vs; intros []; simpl; try tauto. rewrite hs_ssub, IHvs. tauto. Qed.
  Lemma hsl_nth S : forall vs ss i s, hsl S vs ss -> nth_error ss i = Some s -> hs S (nth i vs dflt) s.
  Proof.
    induction vs; intros [|s0 ss] [|i] s; simpl; try tauto; try discriminate.
    - intros [? _] [= <-]; auto.
    - intros [_ ?]. eauto.
  Qed.
  Lemma hsl_length S : forall vs ss, hsl S vs ss -> length vs = length ss.
  Proof. induction vs; intros []; simpl; try tauto. intros [_ H]. f_equal; auto. Qed.
End HS.
