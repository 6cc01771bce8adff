(** * Schemes: a claim polymorphic in a sort and in a predicate, and its use

    [twice gen] calls its argument two times. For every sort [A] and predicate [P], if [gen]
    covers the values with [P] then [twice gen] covers the pairs of such values. It is
    verified once and used at [Z] and "even". *)
From Covenant Require Import Export.

Section twice.
Context (A : Set) (A_dec : EqDec A) (P : A -> Prop).

Definition twice_body : tm [Arr [] A] (A * A) :=
  LetE (App (Var v0) << >>) (LetE (App (Var v1) << >>)
    (Ret (Con [A; A] (@pair A A) << Var v1; Var v0 >>))).
Definition twice : val [] (Arr [Arr [] A] (A * A)) := let _ := A_dec in Lam [Arr [] A] twice_body.
Definition twice_type : fty [Arr [] A] (A * A) := let _ := A_dec in
  Par (RF (Cov None P)) (fun _ => Cov None (fun v => P (fst v) /\ P (snd v))).

Definition gen {G} : env G -> fty [] A := fun _ => Cov None P.
Lemma twice_vc : forall v : A * A, P (fst v) /\ P (snd v) ->
  exists x : A, P x /\ (exists y : A, P y /\ v = (x, y)).
Proof. intros [x y] [Hx Hy]. exists x. split; [exact Hx|]. exists y. auto. Qed.
Lemma twice_typed : htv cnil (Lam [Arr [] A] twice_body) (fun _ => RF twice_type).
Proof.
  exact (TFun (fun _ => twice_type) (TSub _
    (TLetE (TApp gen eq_refl (TVarFun (known_var (x := v0) eq_refl)) (fun _ _ _ => I))
      (TLetE (TApp gen eq_refl (TVarFun (known_var (x := v1) eq_refl)) (fun _ _ _ _ _ => I))
        (TConst eq_refl))) (fun _ _ _ => twice_vc))).
Qed.
Lemma twice_holds : holds twice (RF twice_type).
Proof. exact (derived twice_typed). Qed.
End twice.

Definition even (v : Z) : Prop := exists h, v = 2 * h.
Definition use : tm [] (Z * Z) :=
  App (Glob (twice Z _)) << Lam [] (LetE (Op [] prim_int_gen << >>)
    (Op [Z] (@prim_eval [Z] Z (fun x => 2 * x)) << Var v0 >>)) >>.

(** TVarFun gives the scheme, TPolyType the sort, TPolyPred the predicate. *)
Lemma use_scheme : forall s : sorts 1, htv cnil (Glob (twice (carrier (fst s)) (carrier_dec (fst s))))
  (fun _ => RAll [[carrier (fst s)]] (fun j => RF (twice_type _ (carrier_dec (fst s)) (fst j)))).
Proof.
  exact (fun s => TVarFun (known_global (fun _ => twice_holds (carrier (fst s)) (carrier_dec (fst s))))).
Qed.
Lemma use_sort : htv cnil (Glob (twice Z _)) (fun _ => RAll [[Z]] (fun j => RF (twice_type Z _ (fst j)))).
Proof. exact (TPolyType use_scheme (Srt Z _, tt)). Qed.
Definition use_type : env [] -> fty [Arr [] Z] (Z * Z) := fun _ => twice_type Z _ even.
Lemma use_pred : htv cnil (Glob (twice Z _)) (fun r => RF (use_type r)).
Proof.
  exact (TPolyPred (fun _ (j : preds [[Z]]) => RF (twice_type Z _ (fst j))) (fun _ => (even, tt)) use_sort).
Qed.

Lemma arg_vc : forall v : Z, even v -> exists n : Z, True /\ v = 2 * n.
Proof. intros v [h H]. exists h. auto. Qed.
Lemma arg_typed : htv cnil (Lam [] (LetE (Op [] prim_int_gen << >>)
  (Op [Z] (@prim_eval [Z] Z (fun x => 2 * x)) << Var v0 >>))) (fun _ => RF (Cov None even)).
Proof.
  exact (TFun (fun _ => Cov None even) (TSub (fun _ => even) (TLetE TAppOp TAppOp) (fun _ => arg_vc))).
Qed.
Theorem use_typed : ht cnil use (fun _ v => even (fst v) /\ even (snd v)).
Proof. exact (TAppFun use_type use_pred (args_fun _ arg_typed (args_nil _)) I). Qed.

Theorem use_covers : forall v, even (fst v) -> even (snd v) -> steps use (returned v).
Proof. intros v H1 H2. exact (coverage_term use_typed v (conj H1 H2)). Qed.
Print Assumptions use_covers.
