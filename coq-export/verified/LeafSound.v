(** * Leaves that are refuted have no model

    Each merge is justified by what it means (the invariant [Inv]), so neither termination nor
    completeness of the closure has to be shown. *)
From Verified Require Export Leaf.
Set Implicit Arguments.
Open Scope Z_scope.

Section Sound.
  Variables (D : datatypes) (defs : list def) (G : ctx) (M : model) (r : env).
  Hypothesis GM : good D defs M.
  Hypothesis EO : env_ok D M G [] r.
  Notation kd := (kind_of defs).
  Notation ev := (ev M r).
  Notation dn := (dn D kd M r).
  Notation z t := (zof (ev t)).

  Definition lsum (l : list (expr * Z)) : Z := fold_right (fun p acc => snd p * z (fst p) + acc) 0 l.
  Definition lden (l : lin) : Z := lsum (fst l) + snd l.
  Lemma lsum_lput x c l : lsum (lput x c l) = c * z x + lsum l.
  Proof.
    induction l as [|[y d] l IH]; simpl; auto. destruct (expr_eqb x y) eqn:E; simpl.
    - apply expr_eqb_sound in E as ->. lia.
    - rewrite IH. lia.
  Qed.
  Lemma lden_ladd a b : lden (ladd a b) = lden a + lden b.
  Proof.
    unfold lden, ladd. destruct a as [l k], b as [m j]. simpl.
    enough (lsum (fold_right (fun p acc => lput (fst p) (snd p) acc) m l) = lsum l + lsum m) by lia.
    induction l as [|[x c] l IH]; simpl; auto. rewrite lsum_lput, IH. lia.
  Qed.
  Lemma lden_lscale n a : lden (lscale n a) = n * lden a.
  Proof.
    unfold lden, lscale. destruct a as [l k]. simpl.
    enough (lsum (map (fun p => (fst p, n * snd p)) l) = n * lsum l) by lia.
    induction l as [|[x c] l IH]; simpl; [lia|]. rewrite IH. lia.
  Qed.
  Lemma lden_lnz a : lden (lnz a) = lden a.
  Proof.
    unfold lden, lnz. destruct a as [l k]. simpl. f_equal.
    induction l as [|[x c] l IH]; simpl; auto. destruct (c =? 0) eqn:E; simpl; rewrite IH; auto.
    apply Z.eqb_eq in E. subst. lia.
  Qed.
  Lemma lden_lsub a b : lden (lsub a b) = lden a - lden b.
  Proof. unfold lsub. rewrite lden_lnz, lden_ladd, lden_lscale. lia. Qed.
  Lemma leqb_ok a b : leqb a b = true -> lden a = lden b.
  Proof.
    unfold leqb. pose proof (lden_lsub a b) as H. destruct (lsub a b) as [[|] k]; try discriminate.
    unfold lden in H at 1. simpl in H. intros E. apply Z.eqb_eq in E. lia.
  Qed.
  Lemma lden_lnum n : lden (lnum n) = n. Proof. reflexivity. Qed.
  Lemma lden_lvar x : lden (lvar x) = z x. Proof. unfold lden, lvar, lsum. cbn [fst snd fold_right]. ring. Qed.

  Definition Inv (c : cl) : Prop :=
    Forall (fun p => ev (fst p) = ev (snd p)) (prs c) /\
    Forall (fun p => z (fst p) = snd p) (cst c) /\ bad c <> true.
  Lemma assoc_in A t (l : list (expr * A)) x : assoc t l = Some x -> In (t, x) l.
  Proof.
    unfold assoc. destruct (find _ l) as [[y a]|] eqn:E; try discriminate. intros [= <-].
    apply find_some in E as [Hi E]. apply expr_eqb_sound in E. simpl in *. subst. auto.
  Qed.
  Lemma root_ok c t : Inv c -> ev (root c t) = ev t.
  Proof.
    intros (H & _). unfold root. destruct (assoc t (prs c)) eqn:E; auto. apply assoc_in in E.
    rewrite Forall_forall in H. symmetry. apply (H _ E).
  Qed.
  Lemma rs_ok c es : Inv c -> map ev (rs c es) = map ev es.
  Proof. intros H. unfold rs. rewrite map_map. apply map_ext. intros. apply root_ok; auto. Qed.
  Lemma const_ok c t n : Inv c -> const c t = Some n -> z t = n.
  Proof.
    intros H E. assert (K : assoc (root c t) (cst c) = Some n -> z t = n).
    { intros A. apply assoc_in in A. destruct H as (H1 & H2 & H3). rewrite Forall_forall in H2.
      rewrite <- (root_ok t (conj H1 (conj (proj2 (Forall_forall _ _) H2) H3))). apply (H2 _ A). }
    destruct t; auto. simpl in E. injection E as <-. reflexivity.
  Qed.
  Lemma latom_ok c t : Inv c -> lden (latom c t) = z t.
  Proof.
    intros H. unfold latom. destruct (const c t) eqn:E.
    - rewrite lden_lnum. symmetry. eapply const_ok; eauto.
    - rewrite lden_lvar, root_ok; auto.
  Qed.
  Lemma lz_ok c t : Inv c -> lden (lz c t) = z t.
  Proof.
    intros H. induction t using expr_rec'; try (apply latom_ok; auto).
    - destruct o; try (apply latom_ok; auto); simpl.
      + rewrite lden_ladd, IHt1, IHt2. auto.
      + rewrite lden_ladd, lden_lscale, IHt1, IHt2. lia.
      + destruct (const c t1) eqn:E1; [|destruct (const c t2) eqn:E2].
        * rewrite lden_lscale, IHt2, (const_ok _ H E1). auto.
        * rewrite lden_lscale, IHt1, (const_ok _ H E2). lia.
        * rewrite lden_lvar, root_ok; auto.
    - simpl. destruct (0 <? k) eqn:E; [|apply latom_ok; auto]. apply Z.ltb_lt in E.
      rewrite lden_ladd, lden_lscale, latom_ok, IHt; auto. simpl.
      rewrite (Z.mod_eq (z t) k) by lia. lia.
  Qed.
  Lemma relin_ok c l : Inv c -> lden (relin c l) = lden l.
  Proof.
    intros H. unfold relin. rewrite lden_lnz. destruct l as [l k]. simpl.
    induction l as [|[x n] l IH]; simpl; auto. rewrite lden_ladd, lden_lscale, lz_ok, IH; auto.
    unfold lden. simpl. lia.
  Qed.
  Lemma merge_ok c a b : Inv c -> ev a = ev b -> Inv (merge c a b).
  Proof.
    intros H E. unfold merge. destruct (expr_eqb _ _); auto.
    assert (R : ev (root c a) = ev (root c b)) by (rewrite !root_ok; auto).
    destruct (arith (root c a) && negb (arith (root c b))); destruct H as (H1 & H2 & H3);
      (split; [|split]; simpl; auto); rewrite Forall_forall in *; intros [t x] Hi;
      apply in_map_iff in Hi as ([t' x'] & [= <- <-] & Hi); simpl; specialize (H1 _ Hi); simpl in H1;
      destruct (expr_eqb x' _) eqn:X; auto; apply expr_eqb_sound in X; subst; congruence.
  Qed.
  Lemma bad_ok c ch : Inv c -> False -> Inv (Cl (prs c) (cst c) true ch).
  Proof. tauto. Qed.

  Definition sden (s : sg) : value :=
    match s with SN e => ev e | SL l => VInt (lden l) | SM a b => VInt (z a * z b) end.
  Lemma sg_eqb_ok s t : sg_eqb s t = true -> sden s = sden t.
  Proof.
    destruct s, t; simpl; try discriminate.
    - intros E. apply expr_eqb_sound in E. congruence.
    - intros E. f_equal. apply leqb_ok; auto.
    - rewrite orb_true_iff, !andb_true_iff. intros [[E1 E2]|[E1 E2]]; apply expr_eqb_sound in E1, E2; subst; auto.
      f_equal. lia.
  Qed.
  Lemma arith_int t : arith t = true -> ev t = VInt (z t).
  Proof. destruct t as [| | | | | | | | |[]| | | | | | |]; simpl; try discriminate; auto. Qed.
  Lemma typed_int t : has SInt (ty_of D defs G [] t) = true -> ev t = VInt (z t).
  Proof.
    intros H. apply has_spec in H. pose proof (term_sorted GM _ EO H) as K.
    apply hs_int in K as [n ->]. reflexivity.
  Qed.
  Definition seen_ok (seen : list (sg * expr)) := Forall (fun p => sden (fst p) = ev (snd p)) seen.
  Lemma use_ok c seen t s : Inv c -> seen_ok seen -> sden s = ev t ->
    Inv (fst (use seen t c s)) /\ seen_ok (snd (use seen t c s)).
  Proof.
    intros H S E. unfold use. destruct (find _ seen) as [[s' t']|] eqn:F; simpl.
    - split; auto. apply find_some in F as [Hi F]. simpl in F. apply sg_eqb_ok in F.
      unfold seen_ok in S. rewrite Forall_forall in S. specialize (S _ Hi). simpl in S.
      apply merge_ok; auto. congruence.
    - split; auto. constructor; auto.
  Qed.
  Lemma note_ok c t f : Inv c -> arith t = true -> lden f = z t -> Inv (note D defs G c t f).
  Proof.
    intros H A F. unfold note. destruct f as [l k].
    unfold lden, lsum in F. cbn [fst snd] in F. destruct l as [|[x n] l]; cbn [fold_right fst snd] in F.
    - destruct (assoc (root c t) (cst c)) as [k'|] eqn:E.
      + destruct (k =? k') eqn:K; auto. exfalso. apply Z.eqb_neq in K. apply K.
        apply assoc_in in E. destruct H as (H1 & H2 & H3). pose proof (proj1 (Forall_forall _ _) H2 _ E) as H4.
        simpl in H4. rewrite root_ok in H4; [lia|]. split; [|split]; auto.
      + destruct H as (H1 & H2 & H3). split; [|split]; simpl; auto. constructor; auto. simpl.
        rewrite root_ok; [lia|split; auto].
    - destruct n as [|[]|]; auto; destruct l; auto; destruct k; auto.
      destruct (has SInt _) eqn:Hx; auto. apply merge_ok; auto.
      rewrite (arith_int t A), (typed_int _ Hx). cbn [fold_right] in F. f_equal. lia.
  Qed.
  Lemma signature_ok c t f : Inv c -> arith t = true -> lden f = z t -> sden (signature c t f) = ev t.
  Proof.
    intros H A F. assert (L : sden (SL f) = ev t) by (simpl; rewrite F, arith_int; auto).
    unfold signature. destruct t as [| | | | | | | | |[]| | | | | | |]; auto.
    destruct (leqb f _); auto. simpl. rewrite !root_ok; auto.
  Qed.
  Lemma step_cong_ok st t : Inv (fst st) -> seen_ok (snd st) ->
    Inv (fst (step_cong D defs G st t)) /\ seen_ok (snd (step_cong D defs G st t)).
  Proof.
    destruct st as [c seen]. simpl fst. simpl snd. intros H S.
    assert (F : lden (lnz (lz c t)) = z t) by (rewrite lden_lnz; apply lz_ok; auto).
    assert (AR : arith t = true ->
      Inv (fst (use seen t (note D defs G c t (lnz (lz c t))) (signature c t (lnz (lz c t))))) /\
      seen_ok (snd (use seen t (note D defs G c t (lnz (lz c t))) (signature c t (lnz (lz c t)))))).
    { intros A. apply use_ok; auto using note_ok, signature_ok. }
    destruct t as [| | | | | |s t args|d ss args| |[] t1 t2|t k|t k|c0 t1 t2| | | |];
      try (split; [exact H|exact S]); try (exact (AR eq_refl));
      apply use_ok; auto; simpl; rewrite ?rs_ok, ?root_ok; auto.
  Qed.

  Lemma fold_inv A B (P : A -> Prop) (f : A -> B -> A) l : (forall a b, In b l -> P a -> P (f a b)) ->
    forall a, P a -> P (fold_left f l a).
  Proof. induction l; simpl; intros H x Hx; auto. Qed.
  Lemma combine_ok xs ys : map ev xs = map ev ys -> Forall (fun p => ev (fst p) = ev (snd p)) (combine xs ys).
  Proof. revert ys. induction xs; intros [|y ys]; simpl; try discriminate; auto. intros [= ? ?]; auto. Qed.
  Definition cseen_ok (seen : list (expr * (nat * list expr))) :=
    Forall (fun p => ev (fst p) = VCon (fst (snd p)) (map ev (snd (snd p)))) seen.
  Lemma step_ctor_ok st t : Inv (fst st) -> cseen_ok (snd st) ->
    Inv (fst (step_ctor st t)) /\ cseen_ok (snd (step_ctor st t)).
  Proof.
    destruct st as [c seen]. simpl. intros H S. destruct t as [| | | | | |s tag args| | | | | | | | | |]; auto.
    assert (R : ev (root c (ECtor s tag args)) = VCon tag (map ev args)) by (rewrite root_ok; auto).
    unfold step_ctor. destruct (assoc _ seen) as [[tag' args']|] eqn:E.
    - apply assoc_in in E. pose proof (proj1 (Forall_forall _ _) S _ E) as K. simpl in K. rewrite R in K.
      injection K as K1 K2. subst tag'. rewrite Nat.eqb_refl. simpl. split; auto.
      apply fold_inv; auto. intros a p Hp Ha. apply merge_ok; auto.
      apply (proj1 (Forall_forall _ _) (combine_ok _ _ K2) _ Hp).
    - simpl. split; auto. constructor; auto.
  Qed.
  Lemma close_ok n ts : forall c, Inv c -> Inv (close D defs G n ts c).
  Proof.
    induction n; simpl; intros c H; auto.
    set (c0 := Cl (prs c) (cst c) (bad c) false).
    set (c1 := fst (fold_left (step_cong D defs G) ts (c0, []))).
    set (c2 := fst (fold_left step_ctor ts (c1, []))).
    assert (H0 : Inv c0) by exact H.
    assert (H1 : Inv c1).
    { apply (fold_inv (fun st => Inv (fst st) /\ seen_ok (snd st))).
      - intros st t _ [A B]. apply step_cong_ok; auto.
      - split; auto. constructor. }
    assert (H2 : Inv c2).
    { apply (fold_inv (fun st => Inv (fst st) /\ cseen_ok (snd st))).
      - intros st t _ [A B]. apply step_ctor_ok; auto.
      - split; auto. constructor. }
    destruct (bad c2); auto. destruct (chg c2); auto.
  Qed.

  Lemma cyclic_ok c ts : Inv c -> cyclic c ts = true -> False.
  Proof.
    intros H. unfold cyclic.
    assert (E : forall n es, Forall (fun e => exists tag, ev (fst e) = VCon tag (map ev (snd e))) es ->
      Forall (fun e => exists tag, ev (fst e) = VCon tag (map ev (snd e))) (strike n es)).
    { induction n; simpl; auto. intros es Hes. apply IHn. apply Forall_forall. intros e He.
      apply filter_In in He as [He _]. rewrite Forall_forall in Hes. auto. }
    assert (E0 : Forall (fun e => exists tag, ev (fst e) = VCon tag (map ev (snd e))) (entries c ts)).
    { apply Forall_forall. intros [x args] Hi. apply in_flat_map in Hi as (t & _ & Hi).
      destruct t; simpl in Hi; try tauto. destruct Hi as [[= <- <-]|[]]. exists t. simpl.
      rewrite root_ok, rs_ok; auto. }
    specialize (E (length (entries c ts)) _ E0). set (es := strike _ _) in *. clearbody es.
    destruct es as [|e0 es0] eqn:Ees; try discriminate. intros F. rewrite <- Ees in *.
    assert (K : forall n e, In e es -> (vsize (ev (fst e)) < n)%nat -> False).
    { induction n; intros e He Hn; [lia|].
      rewrite forallb_forall in F. specialize (F _ He). unfold open in F. apply existsb_exists in F as (a & Ha & F).
      unfold mem in F. apply existsb_exists in F as (b & Hb & F). apply expr_eqb_sound in F. subst b.
      apply in_map_iff in Hb as (e' & <- & He').
      apply (IHn e' He'). rewrite Forall_forall in E. destruct (E _ He) as [tag Et].
      assert (In (ev (fst e')) (map ev (snd e))) by (apply in_map; auto).
      apply vsize_in with (t := tag) in H0. rewrite Et in Hn. lia. }
    apply (K _ e0 ltac:(subst; simpl; auto) (Nat.lt_succ_diag_r _)).
  Qed.

  (** ** The state of a refutation *)
  (** What is to be shown. A goal that cannot be decided is refuted as one that can: its negation is only compared with facts, so
      what comes out is the goal, and no excluded middle is used ([lit]). *)
  Variable Q : Prop.
  Definition lit (f : expr) : Prop := dn f \/ exists p, f = ENot p /\ dec kd p = false /\ (dn p -> Q).
  Record SInv (s : st) : Prop := {
    i_c : Inv (s_c s);
    i_dis : Forall (fun p => ev (fst p) <> ev (snd p)) (s_dis s);
    i_pos : Forall dn (s_pos s);
    i_neg : Forall (fun p => dn p -> Q) (s_neg s) }.
  Lemma roots_eq c xs ys : Inv c -> list_eqb expr_eqb (rs c xs) (rs c ys) = true -> map ev xs = map ev ys.
  Proof.
    intros H E. apply list_eqb_sound in E.
    - rewrite <- (rs_ok xs H), <- (rs_ok ys H), E. auto.
    - apply Forall_forall. intros; apply expr_eqb_sound; auto.
  Qed.
  Lemma cong_ok c p n : Inv c -> cong c p n = true -> dn p -> dn n.
  Proof.
    intros H. unfold cong. rewrite orb_true_iff. intros [E|E].
    - apply expr_eqb_sound in E. subst. auto.
    - destruct p, n; try discriminate; split_andb; apply Nat.eqb_eq in H0; subst; simpl.
      + apply sorts_eqb_sound in H1. subst. rewrite (roots_eq _ _ H H2). auto.
      + rewrite (roots_eq _ _ H H1). auto.
  Qed.
  Lemma clash_ok s : SInv s -> clash s = true -> Q.
  Proof.
    intros [H1 H2 H3 H4]. unfold clash. rewrite !orb_true_iff, !existsb_exists.
    rewrite Forall_forall in H2, H3, H4. intros [[[[E|(p & Hi & E)]|(p & Hi & E)]|(p & Hi & E)]|E].
    - exfalso. destruct H1 as (_ & _ & H1). auto.
    - exfalso. apply expr_eqb_sound in E. apply (H2 _ Hi). rewrite <- (root_ok (fst p) H1), E. apply root_ok; auto.
    - specialize (H3 _ Hi).
      assert (K : p = EFalse \/ existsb (cong (s_c s) p) (s_neg s) = true) by (destruct p; auto).
      destruct K as [->|K]; [destruct H3|]. apply existsb_exists in K as (n & Hn & K).
      apply (H4 _ Hn). eapply cong_ok; eauto.
    - specialize (H4 _ Hi). destruct p; try discriminate. simpl in H4. auto.
    - exfalso. eapply cyclic_ok; eauto.
  Qed.
  Lemma add_terms_ok s es : SInv s -> SInv (add_terms s es).
  Proof.
    intros [(A & B & C) H2 H3 H4]. constructor; auto. split; [|split]; simpl; auto.
    apply Forall_app. split; auto. apply Forall_forall. intros [x y] Hi.
    apply in_map_iff in Hi as (t & [= <- <-] & _). reflexivity.
  Qed.
  Lemma assert_ok s f : SInv s -> lit f -> SInv (assert_lit s f).
  Proof.
    intros H Hl.
    assert (P : forall s', SInv s' -> dn f -> SInv (St (s_c s') (s_ts s') (s_dis s') (f :: s_pos s') (s_neg s'))).
    { intros s' [] ?. constructor; simpl; auto. }
    assert (N : forall s' p, SInv s' -> (dn p -> Q) -> SInv (St (s_c s') (s_ts s') (s_dis s') (s_pos s') (p :: s_neg s'))).
    { intros s' p [] ?. constructor; simpl; auto. }
    destruct Hl as [Hf|(p & -> & Hd & Hq)].
    2: { destruct p as [| | | | | | |d ss args|p args|[] a b| | | | | | |]; simpl in Hd; try discriminate;
           apply N; auto using add_terms_ok. }
    assert (N' : forall s' p, SInv s' -> ~ dn p -> SInv (St (s_c s') (s_ts s') (s_dis s') (s_pos s') (p :: s_neg s')))
      by (intros; apply N; tauto).
    destruct f as [| | | | | | |d ss args|p args|[] a b| | | | | |n|];
      try (apply P; auto using add_terms_ok; fail); try (simpl in Hf; contradiction);
      try (apply add_terms_ok; auto; fail).
    - destruct (add_terms_ok [a; b] H) as [A B C E]. constructor; auto. apply merge_ok; auto.
    - destruct n as [| | | | | | |d ss args|p args|[] a b| | | | | | |];
        try (apply N'; auto using add_terms_ok; fail); try (apply add_terms_ok; auto; fail).
      destruct (add_terms_ok [a; b] H) as [A B C E]. constructor; simpl; auto.
  Qed.
  Lemma closed_ok s : SInv s -> SInv (closed D defs G s).
  Proof. intros []. constructor; auto. apply close_ok; auto. Qed.
  Lemma start_ok lits : Forall lit lits -> SInv (start D defs G lits).
  Proof.
    intros H. apply closed_ok. apply fold_inv.
    - intros s f Hf Hs. apply assert_ok; auto. rewrite Forall_forall in H. auto.
    - constructor; simpl; auto. split; [|split]; simpl; auto.
  Qed.

  (** ** Lines *)
  Definition row_ok (l : lin) := lden l <= 0.
  Lemma lit_row_ok f a b k : lit_row f = Some (a, b, k) -> dn f -> z a - z b + k <= 0.
  Proof.
    destruct f as [| | | | | | | | |[] x y| | | | | |[| | | | | | | | |[] x y| | | | | | |]|];
      simpl; try discriminate; intros [= <- <- <-]; lia.
  Qed.
  Lemma gcd_divides (l : list (expr * Z)) : forall p, In p l ->
    (fold_right (fun p g => Z.gcd (snd p) g) 0 l | snd p).
  Proof.
    induction l as [|q l IH]; simpl; [tauto|]. intros p [->|Hp].
    - apply Z.gcd_divide_l.
    - eapply Z.divide_trans; [apply Z.gcd_divide_r|auto].
  Qed.
  Lemma tighten_ok a : row_ok a -> row_ok (tighten a).
  Proof.
    unfold tighten. destruct a as [l k]. cbn [fst snd].
    set (g := fold_right _ 0 l). destruct (1 <? g) eqn:E; auto. apply Z.ltb_lt in E.
    unfold row_ok, lden. cbn [fst snd]. intros H.
    assert (S : lsum l = g * lsum (map (fun p => (fst p, snd p / g)) l)).
    { assert (Dv : forall p, In p l -> (g | snd p)) by (apply gcd_divides). clearbody g. clear H.
      induction l as [|[x c] l IH]; simpl; [lia|]. rewrite IH by (intros; apply Dv; simpl; auto).
      destruct (Dv (x, c)) as [m Hm]; simpl; auto. simpl in Hm. subst c.
      rewrite Z.div_mul by lia. lia. }
    rewrite S in H. set (t := lsum (map _ l)) in *.
    assert (t <= (- k) / g) by (apply Z.div_le_lower_bound; lia). lia.
  Qed.
  Lemma combine_rows_ok rows parts l : Forall row_ok rows -> combine_rows rows parts = Some l -> row_ok l.
  Proof.
    intros H. revert l. induction parts as [|[k i] parts IH]; simpl; intros l E.
    - injection E as <-. unfold row_ok. rewrite lden_lnum. lia.
    - destruct (nth_error rows i) as [x|] eqn:Ei; try discriminate.
      destruct (combine_rows rows parts) as [acc|]; try discriminate.
      destruct (0 <? k) eqn:K; try discriminate. injection E as <-. apply Z.ltb_lt in K.
      specialize (IH _ eq_refl). apply nth_error_In in Ei. rewrite Forall_forall in H. specialize (H _ Ei).
      unfold row_ok in *. rewrite lden_ladd, lden_lscale. nia.
  Qed.
  Lemma lit_row_dn f x : lit f -> lit_row f = Some x -> dn f.
  Proof.
    intros [H|(p & -> & Hd & _)] E; auto. destruct p as [| | | | | | | | |[] a b| | | | | | |]; simpl in *; discriminate.
  Qed.
  Lemma do_line_ok lits s rows l s' rows' : Forall lit lits -> SInv s -> Forall row_ok rows ->
    do_line D defs G lits s rows l = Some (s', rows') -> SInv s' /\ Forall row_ok rows'.
  Proof.
    intros HL HS HR. pose proof (i_c HS) as HC.
    assert (R1 : forall x, row_ok x -> Forall row_ok (rows ++ [x])).
    { intros x Hx. apply Forall_app. auto. }
    destruct l as [i|a b|d|d|parts|a b i j]; unfold do_line; cbv beta iota zeta.
    - destruct (nth_error lits i) as [f|] eqn:Ei; try discriminate.
      destruct (lit_row f) as [[[a b] k]|] eqn:El; try discriminate. intros [= <- <-]. split; auto.
      apply R1. unfold row_ok. rewrite lden_lnz, lden_ladd, lden_lsub, !lz_ok, lden_lnum; auto.
      apply nth_error_In in Ei. rewrite Forall_forall in HL. apply (lit_row_ok _ El). eapply lit_row_dn; eauto.
    - destruct (expr_eqb _ _) eqn:E; try discriminate. intros [= <- <-]. split; auto. apply R1.
      apply expr_eqb_sound in E. unfold row_ok. rewrite lden_lsub, !lz_ok; auto.
      rewrite <- (root_ok a HC), E, root_ok; auto. lia.
    - destruct d as [| | | | | | | | | |x k| | | | | |]; try discriminate.
      destruct (0 <? k) eqn:K; try discriminate. intros [= <- <-]. split; auto. apply R1.
      apply Z.ltb_lt in K. unfold row_ok. rewrite lden_lsub, lden_lscale, latom_ok, lz_ok; auto.
      change (z (EDiv x k)) with (z x / k).
      pose proof (Z.mul_div_le (z x) k K). lia.
    - destruct d as [| | | | | | | | | |x k| | | | | |]; try discriminate.
      destruct (0 <? k) eqn:K; try discriminate. intros [= <- <-]. split; auto. apply R1.
      apply Z.ltb_lt in K. unfold row_ok.
      rewrite lden_lnz, lden_ladd, lden_lsub, lden_lscale, latom_ok, lz_ok, lden_lnum; auto.
      change (z (EDiv x k)) with (z x / k).
      pose proof (Z.mod_pos_bound (z x) k K). pose proof (Z.mod_eq (z x) k ltac:(lia)). lia.
    - destruct (combine_rows rows parts) as [l|] eqn:E; try discriminate. intros [= <- <-]. split; auto.
      apply R1. apply tighten_ok. unfold row_ok. rewrite relin_ok; auto. eapply combine_rows_ok; eauto.
    - destruct (nth_error rows i) as [ri|] eqn:Ei; try discriminate.
      destruct (nth_error rows j) as [rj|] eqn:Ej; try discriminate.
      destruct (_ && _) eqn:E; try discriminate. intros [= <- <-]. split; auto.
      apply andb_prop in E as [E E4]. apply andb_prop in E as [E E3]. apply andb_prop in E as [E1 E2].
      apply leqb_ok in E3, E4. rewrite relin_ok in E3, E4 by auto. rewrite lden_lscale in E4.
      rewrite lden_lsub, !lz_ok in E3, E4 by auto.
      apply nth_error_In in Ei, Ej. rewrite Forall_forall in HR.
      pose proof (HR _ Ei) as K1. pose proof (HR _ Ej) as K2. unfold row_ok in K1, K2.
      apply closed_ok. destruct (add_terms_ok [a; b] HS) as [A B C X]. constructor; auto.
      apply merge_ok; auto. rewrite (typed_int _ E1), (typed_int _ E2). f_equal. lia.
  Qed.
  Theorem refute_ok lits ls : refute D defs G lits ls = true -> Forall lit lits -> Q.
  Proof.
    intros H HL. unfold refute in H.
    assert (K : forall ls s rows, SInv s -> Forall row_ok rows -> do_lines D defs G lits s rows ls = true -> Q).
    { clear H ls. induction ls as [|l ls IH]; simpl; intros s rows HS HR.
      - rewrite orb_true_iff. intros [E|E]; [eapply clash_ok; eauto|]. unfold last_bad in E.
        destruct (rev rows) as [|[[|] k] rest] eqn:Er; try discriminate. exfalso. apply Z.ltb_lt in E.
        assert (Hi : In ([], k) rows) by (apply (proj2 (in_rev rows _)); rewrite Er; simpl; auto).
        rewrite Forall_forall in HR. specialize (HR _ Hi). unfold row_ok, lden in HR. simpl in HR. lia.
      - destruct (clash s || last_bad rows); try discriminate.
        destruct (do_line D defs G lits s rows l) as [[s' rows']|] eqn:E; try discriminate.
        edestruct do_line_ok; eauto. }
    eapply K; eauto using start_ok.
  Qed.
End Sound.
