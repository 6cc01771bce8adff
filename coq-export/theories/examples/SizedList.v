(** * A replay by hand: lists of at most [s] integers *)
From Covenant Require Import Export.

Inductive list (A : Set) : Set := nil | cons (x : A) (l : list A).
Arguments nil {A}. Arguments cons {A} _ _.
Lemma list_cases {A : Set} (t : list A) : t = nil \/ (exists y0 y1, t = cons y0 y1).
Proof. destruct t; eauto. Qed.
Fixpoint len {A : Set} (l : list A) : Z := match l with nil => 0 | cons _ l => 1 + len l end.

Lemma len_nonneg : forall (A : Set) (A_dec : EqDec A) (l : list A), 0 <= len l.
Proof.
  intros A A_dec. apply (@list_ind A (fun z => 0 <= len z)).
  { assert (H1 : @len A nil = 0) by reflexivity. clear - H1. leaf. }
  { intros y0 y1 IH1.
    assert (H1 : len (cons y0 y1) = 1 + len y1) by reflexivity. clear - H1 IH1. leaf. }
Qed.

Definition G0 : tys := [Arr [Base Z] (list Z); Base Z].
Definition G1 : tys := Base bool :: G0.
Definition G2 : tys := Base bool :: G1.
Definition G3 : tys := Base Z :: G2.
Definition G4 : tys := Base (list Z) :: G3.
Definition G5 : tys := Base Z :: G4.
(* f is 0, s is 1 in G0 *)
Definition e1 : tm G0 bool := Op [Z] (@test_eval [Z] (fun s => s = 0)) << Var (VS VZ) >>.
Definition e3 : tm G1 (list Z) := Ret (Con [] (@nil Z) << >>).
Definition e4 : tm G1 bool := Op [] prim_bool_gen << >>.
Definition e6 : tm G2 (list Z) := Ret (Con [] (@nil Z) << >>).
Definition e7 : tm G2 Z := Op [Z] (@prim_eval [Z] Z (fun s => s - 1)) << Var (VS (VS (VS VZ))) >>.
Definition e8 : tm G3 (list Z) := App (Var (VS (VS (VS VZ)))) << Var VZ >>.
Definition e9 : tm G4 Z := Op [] prim_int_gen << >>.
Definition e10 : tm G5 (list Z) := Ret (Con [Z; list Z] (@cons Z) << Var VZ; Var (VS VZ) >>).
Definition e11 : tm G4 (list Z) := LetE e9 e10.
Definition e12 : tm G3 (list Z) := LetE e8 e11.
Definition e13 : tm G2 (list Z) := LetE e7 e12.
Definition e14 : tm G2 (list Z) := Match (A := bool) (Var VZ) (bcons [] false e13 (bcons [] true e6 bnil)).
Definition e15 : tm G1 (list Z) := LetE e4 e14.
Definition e16 : tm G1 (list Z) := Match (A := bool) (Var VZ) (bcons [] false e15 (bcons [] true e3 bnil)).
Definition e17 : tm G0 (list Z) := LetE e1 e16.
Definition sized_list : val [] (Arr [Base Z] (list Z)) := Fix [Base Z] e17.

Definition T0 : env [] -> fty [Base Z] (list Z) := fun r =>
  Par (RB (fun s : Z => 0 <= s)) (fun s => Cov None (fun v => len v <= s)).
Definition C0 : ctx G0 := cfix cnil T0 [fun r a => fst a].

Definition q1 : cty G0 bool := fun r v => v = true <-> fst (snd r) = 0.
Lemma d1 : ht C0 e1 q1.
Proof. exact TAppOp. Qed.
Definition C1 : ctx G1 := cbind C0 (fun r => RB (q1 r)).
Definition C2 : ctx G1 := cbr [] (A := bool) C1 (vden (Var VZ)) true.
Definition q3 : cty G1 (list Z) := fun r v => v = nil.
Lemma d3 : ht C2 e3 q3.
Proof. exact (TConst eq_refl). Qed.
Definition C3 : ctx G1 := cbr [] (A := bool) C1 (vden (Var VZ)) false.
Definition q4 : cty G1 bool := fun r v => True.
Lemma d4 : ht C3 e4 q4.
Proof. exact TAppOp. Qed.
Definition C4 : ctx G2 := cbind C3 (fun r => RB (q4 r)).
Definition C5 : ctx G2 := cbr [] (A := bool) C4 (vden (Var VZ)) true.
Definition q6 : cty G2 (list Z) := fun r v => v = nil.
Lemma d6 : ht C5 e6 q6.
Proof. exact (TConst eq_refl). Qed.
Definition C6 : ctx G2 := cbr [] (A := bool) C4 (vden (Var VZ)) false.
Definition q7 : cty G2 Z := fun r v => v = fst (snd (snd (snd r))) - 1.
Lemma d7 : ht C6 e7 q7.
Proof. exact TAppOp. Qed.
Definition C7 : ctx G3 := cbind C6 (fun r => RB (q7 r)).
Definition T8 : env G3 -> fty [Base Z] (list Z) := fun r =>
  Par (RB (fun s : Z => 0 <= s)) (fun s =>
    Cov (Some (0 <= s /\ s < fst (snd (snd (snd (snd r)))))) (fun v => len v <= s)).
Lemma d8f : htv C7 (Var (VS (VS (VS VZ)))) (fun r => RF (T8 r)).
Proof. exact (TVarFun (known_var eq_refl)). Qed.
Lemma vc1 : forall (x0 : Z) (H0 : 0 <= x0) (Hr : True) (x2 : bool) (H2 : x2 = true <-> x0 = 0)
  (H3 : x2 = false) (x3 : bool) (H4 : True) (H5 : x3 = false) (x4 : Z) (H6 : x4 = x0 - 1),
  0 <= x4 /\ (0 <= x4 /\ x4 < x0).
Proof.
  intros. assert (H7 : ~ (x0 = 0)).
  { intro H. pose proof (proj2 H2 H) as H8. clear - H8 H3. leaf. }
  repeat split; leaf.
Qed.
Definition q8 : cty G3 (list Z) := fun r v => len v <= fst r.
Lemma d8 : ht C7 e8 q8.
Proof. exact (TApp T8 eq_refl d8f (fun x0 H0 Hr f Hf x2 H2 H3 x3 H4 H5 x4 H6 =>
  vc1 x0 H0 Hr x2 H2 H3 x3 H4 H5 x4 H6)). Qed.
Definition C8 : ctx G4 := cbind C7 (fun r => RB (q8 r)).
Definition q9 : cty G4 Z := fun r v => True.
Lemma d9 : ht C8 e9 q9.
Proof. exact TAppOp. Qed.
Definition C9 : ctx G5 := cbind C8 (fun r => RB (q9 r)).
Definition q10 : cty G5 (list Z) := fun r v => (fun (x6 : Z) (x5 : list Z) => v = cons x6 x5) (lookup v0 r) (lookup v1 r).
Lemma d10 : ht C9 e10 q10.
Proof. exact (TConst eq_refl). Qed.
Definition q11 : cty G4 (list Z) := fun r v => exists x, q9 r x /\ q10 (x, r) v.
Lemma d11 : ht C8 e11 q11.
Proof. exact (TLetE d9 d10). Qed.
Definition q12 : cty G3 (list Z) := fun r v => exists x, q8 r x /\ q11 (x, r) v.
Lemma d12 : ht C7 e12 q12.
Proof. exact (TLetE d8 d11). Qed.
Definition q13 : cty G2 (list Z) := fun r v => exists x, q7 r x /\ q12 (x, r) v.
Lemma d13 : ht C6 e13 q13.
Proof. exact (TLetE d7 d12). Qed.
Definition q14a : cty G2 (list Z) := fun r v => fst r = false /\ q13 r v.
Lemma d14a : ht C4 e14 q14a.
Proof. exact (TMatch (ts := []) BHere d13). Qed.
Definition q14b : cty G2 (list Z) := fun r v => fst r = true /\ q6 r v.
Lemma d14b : ht C4 e14 q14b.
Proof. exact (TMatch (ts := []) (BThere BHere) d6). Qed.
Definition q14 : cty G2 (list Z) := fun r v => q14a r v \/ q14b r v.
Lemma d14 : ht C4 e14 q14.
Proof. exact (TMerge d14a d14b). Qed.
Definition q15 : cty G1 (list Z) := fun r v => exists x, q4 r x /\ q14 (x, r) v.
Lemma d15 : ht C3 e15 q15.
Proof. exact (TLetE d4 d14). Qed.
Definition q16a : cty G1 (list Z) := fun r v => fst r = false /\ q15 r v.
Lemma d16a : ht C1 e16 q16a.
Proof. exact (TMatch (ts := []) BHere d15). Qed.
Definition q16b : cty G1 (list Z) := fun r v => fst r = true /\ q3 r v.
Lemma d16b : ht C1 e16 q16b.
Proof. exact (TMatch (ts := []) (BThere BHere) d3). Qed.
Definition q16 : cty G1 (list Z) := fun r v => q16a r v \/ q16b r v.
Lemma d16 : ht C1 e16 q16.
Proof. exact (TMerge d16a d16b). Qed.
Definition q17 : cty G0 (list Z) := fun r v => exists x, q1 r x /\ q16 (x, r) v.
Lemma d17 : ht C0 e17 q17.
Proof. exact (TLetE d1 d16). Qed.
Lemma vc2 : forall (x0 : Z) (H0 : 0 <= x0) (Hr : True), forall v : list Z, len v <= x0 ->
  exists b : bool, (b = true <-> x0 = 0) /\ (b = false /\
    (exists b2 : bool, True /\ (b2 = false /\ (exists s : Z, s = x0 - 1 /\ (exists l : list Z, len l <= s /\
       exists n : Z, True /\ v = cons n l)) \/ b2 = true /\ v = nil)) \/ b = true /\ v = nil).
Proof.
  intros x0 H0 Hr v H1. destruct (dec (x0 = 0)) as [H2|H2].
  - exists true. split; [split; leaf|]. right. split; [reflexivity|].
    destruct (list_cases v) as [H3|(y0 & y1 & H3)]; [exact H3|].
    assert (H4 : len v = 1 + len y1) by (rewrite H3; reflexivity).
    pose proof (len_nonneg Z _ y1) as H5. clear - H1 H2 H4 H5. leaf.
  - exists false. split; [split; leaf|]. left. split; [reflexivity|].
    destruct (list_cases v) as [H3|(y0 & y1 & H3)].
    + exists true. split; [exact I|]. right. split; [reflexivity|exact H3].
    + exists false. split; [exact I|]. left. split; [reflexivity|].
      assert (H4 : len v = 1 + len y1) by (rewrite H3; reflexivity).
      exists (x0 - 1). split; [reflexivity|]. exists y1. split; [clear - H4 H1; leaf|].
      exists y0. split; [exact I|exact H3].
Qed.
Definition q18 : cty G0 (list Z) := fun r v => len v <= fst (snd r).
Lemma d18 : ht C0 e17 q18.
Proof. exact (TSub q18 d17 (fun x0 H0 Hr f Hf => vc2 x0 H0 Hr)). Qed.
Lemma d19 : htv cnil sized_list (fun r => RF (T0 r)).
Proof. exact (TFix T0 _ d18). Qed.

Theorem sized_list_covers : forall s : Z, 0 <= s -> forall v : list Z, len v <= s ->
  steps (App sized_list << Const s >>) (returned v).
Proof.
  exact (fun s Hs v Hv => coverage [Z] (derived d19) (s, tt) (conj Hs I) v Hv).
Qed.
Print Assumptions sized_list_covers.
