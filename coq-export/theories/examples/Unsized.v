(** * TFixRank: an unsized generator covers all lists

    [let rec g () = if bool_gen () then [] else int_gen () :: g ()] has no argument that
    decreases. The rank of a value is its length: a call at rank [k] needs only values of
    smaller rank from its recursive call. *)
From Covenant Require Import Export.

Fixpoint len (l : list Z) : Z := match l with [] => 0 | _ :: l => 1 + len l end.
Lemma len_nonneg l : 0 <= len l.
Proof. induction l; cbn [len]; lia. Qed.

Definition body : tm [Arr [] (list Z)] (list Z) :=
  LetE (Op [] prim_bool_gen << >>)
    (Match (A := bool) (Var v0)
      (bcons [] false
        (LetE (Op [] prim_int_gen << >>)
          (LetE (App (Var v2) << >>)
            (Ret (Con [Z; list Z] (@cons Z) << Var v1; Var v0 >>))))
      (bcons [] true (Ret (Con [] (@nil Z) << >>)) bnil))).
Definition g : val [] (Arr [] (list Z)) := Fix [] body.

Definition T : env [] -> fty [] (list Z) := fun _ => Cov None (fun _ => True).
Definition rank : env [] -> env [] -> list Z -> Z := fun _ _ v => len v.
(** What the recursive call covers. *)
Definition T_below (k : Z) {G} : env G -> fty [] (list Z) :=
  fun _ => Cov None (fun v => True /\ (0 <= len v /\ len v < k)).

Lemma vc k (Hk : 0 <= k) : forall v : list Z, True /\ len v = k ->
  exists b : bool, True /\
    ((b = false /\ (exists n : Z, True /\
       (exists l : list Z, (True /\ (0 <= len l /\ len l < k)) /\ v = n :: l)))
     \/ (b = true /\ v = [])).
Proof.
  intros v [_ H]. destruct v as [|n l].
  - exists true. auto.
  - cbn [len] in H. pose proof (len_nonneg l). exists false. split; [exact I|]. left.
    split; [reflexivity|]. exists n. split; [exact I|]. exists l.
    split; [repeat split; lia|reflexivity].
Qed.

Theorem typed : htv cnil g (fun r => RF (ensure (T r) (fun a v => 0 <= rank r a v))).
Proof.
  refine (TFixRank T rank (fun k Hk => TSub _
    (TLetE TAppOp (TMerge
      (TMatch (ts := []) BHere (TLetE TAppOp (TLetE
         (TApp (T_below k) eq_refl (TVarFun (known_var (x := v2) eq_refl)) _)
         (TConst eq_refl))))
      (TMatch (ts := []) (BThere BHere) (TConst eq_refl)))) _)).
  - cbn. intros. exact I.
  - exact (fun _ _ _ => vc k Hk).
Qed.

Theorem covers : forall v : list Z, steps (App g << >>) (returned v).
Proof. intros v. exact (coverage_at [] (derived typed) << >> I v (conj I (len_nonneg v))). Qed.
Print Assumptions covers.
