(** * Evidence that is accepted proves its goal

    A theorem for single steps, without recursion ([plan_ok]), and one induction ([chk_sound]). *)
From Verified Require Export Evid.
Set Implicit Arguments.

Section Sound.
  Variables (D : datatypes) (defs : list def) (M : model) (known : list expr).
  Hypothesis GM : good D defs M.
  Hypothesis OK : theory_ok D defs = true.
  Notation kd := (kind_of defs).
  Notation ty := (ty_of D defs).
  Notation dn := (dn D kd M).
  Notation ev := (ev M).
  Notation hs := (hs D (mO M)).
  Notation hsl := (hsl D (mO M)).
  Notation isf := (isf D defs).
  Notation env_ok := (env_ok D M).
  Hypothesis Hknown : forall f r, In f known -> dn r f.
  Let HP := g_proper GM.

  Lemma skip0 r e : ev (skip 0 0 r) e = ev r e.
  Proof. apply ev_eqe. constructor; auto. Qed.
  Lemma inst_ok a t r : (forall r, ~ dn r t) -> (dn r (inst a t) <-> dn (push (ev r t) r) a).
  Proof.
    intros N. unfold inst. rewrite dn_sub; auto.
    - apply dn_eqv; auto. constructor; simpl; auto; try (intros ? ?; tauto); try tauto.
      intros [|i]; simpl; auto. apply skip0.
    - intros r0 s. repeat split; simpl; auto; intros []; simpl; auto.
  Qed.
  Lemma at_nu_ok f t r : (forall r, ~ dn r t) -> (dn r (at_nu f t) <-> dn (set_nu (ev r t) r) f).
  Proof.
    intros N. unfold at_nu. rewrite dn_sub; auto.
    - apply dn_eqv; auto. constructor; simpl; auto; try (intros ? ?; tauto); try tauto.
      + apply skip0.
      + intros i. rewrite Nat.sub_0_r. auto.
    - intros r0 s. repeat split; simpl; auto.
  Qed.
  Lemma close_nu_ok f v r : dn (push v r) (close_nu f) <-> dn (set_nu v r) f.
  Proof.
    unfold close_nu. rewrite dn_sub; auto.
    - apply dn_eqv; auto. constructor; simpl; auto; try (intros ? ?; tauto); try tauto.
      intros i. rewrite Nat.sub_0_r. auto.
    - intros r0 s. repeat split; simpl; auto.
  Qed.
  Lemma term_nf G B e s : ty G B e = Some (TS s) -> forall r, ~ dn r e.
  Proof. intros H r. eapply term_no_formula; eauto. Qed.

  (** ** New variables *)
  Definition set_gho (n : nat) (vs : list value) (r : env) : env :=
    Env (loc r) (fun g => if g <? n then gho r g else nth (g - n) vs dflt) (nu r) (bnd r) (sv r) (pv r).
  Lemma ghost_ok G B r ss vs : env_ok G B r -> hsl (sv r) vs ss ->
    env_ok (add_gho G ss) B (set_gho (length (c_gho G)) vs r).
  Proof.
    intros [] H. constructor; simpl; auto. intros l s E.
    destruct (l <? length (c_gho G)) eqn:L.
    - apply Nat.ltb_lt in L. rewrite nth_error_app1 in E; auto.
    - apply Nat.ltb_ge in L. rewrite nth_error_app2 in E by auto. eapply hsl_nth; eauto.
  Qed.
  Lemma ghost_agree G B r vs : agree G B r (set_gho (length (c_gho G)) vs r).
  Proof.
    constructor; simpl; auto; try (intros ? ?; tauto); try tauto. intros l s E.
    assert (N : nth_error (c_gho G) l <> None) by congruence. apply nth_error_Some in N.
    apply Nat.ltb_lt in N. rewrite N. auto.
  Qed.
  Lemma agree_sym G B r r' : agree G B r r' -> agree G B r' r.
  Proof.
    intros [A1 A2 A3 A4 A5 A6]. constructor; intros; try symmetry; eauto.
    - intros ? ?. symmetry. apply A5.
  Qed.
  Lemma ext_gho G ss : ext G (add_gho G ss).
  Proof.
    constructor; simpl; auto. intros l s E. rewrite nth_error_app1; auto.
    apply nth_error_Some. congruence.
  Qed.
  Lemma transport G B e t r r' : ty G B e = Some t -> dn r e -> agree G B r r' -> dn r' e.
  Proof. intros T H A. apply (@dn_agree D defs M HP G e B r r' A t T). exact H. Qed.
  Lemma isf_dn G r r' f : isf G f = true -> agree G [] r r' -> (dn r f <-> dn r' f).
  Proof. intros H A. apply form_spec in H. eapply dn_agree; eauto. Qed.
  Lemma facts_agree G r r' F : forallb (isf G) F = true -> agree G [] r r' -> Forall (dn r) F -> Forall (dn r') F.
  Proof.
    intros H A. rewrite forallb_forall in H. rewrite !Forall_forall. intros K f Hf.
    apply (isf_dn _ (H f Hf) A); auto.
  Qed.
  Lemma gvars_ev n0 r ss : forall pre rest, hsl (sv r) rest ss ->
    map (ev (set_gho n0 (pre ++ rest) r)) (gvars (length pre + n0) ss) = rest.
  Proof.
    induction ss as [|s ss IH]; simpl; intros pre [|v rest] H; simpl in H; try tauto; auto.
    f_equal.
    - destruct (length pre + n0 <? n0) eqn:L; [apply Nat.ltb_lt in L; lia|].
      replace (length pre + n0 - n0) with (length pre) by lia. rewrite app_nth2, Nat.sub_diag; auto.
    - specialize (IH (pre ++ [v]) rest). rewrite <- app_assoc, app_length in IH. simpl in IH.
      replace (length pre + 1 + n0) with (S (length pre + n0)) in IH by lia. apply IH. tauto.
  Qed.
  Lemma fresh_ev G r ss vs : hsl (sv r) vs ss ->
    map (ev (set_gho (length (c_gho G)) vs r)) (gvars (length (c_gho G)) ss) = vs.
  Proof. intros H. apply (gvars_ev (length (c_gho G)) r ss [] vs); auto. Qed.

  (** ** Steps *)
  Definition valid (G : ctx) (F : list expr) (g : expr) : Prop :=
    forall r, env_ok G [] r -> Forall (dn r) F -> dn r g.
  Definition bvalid (G : ctx) (F : list expr) (b : branch) : Prop :=
    valid (add_gho G (fst (fst b))) (snd (fst b) ++ F) (snd b).
  Lemma mem_in x l : mem x l = true -> In x l.
  Proof.
    unfold mem. rewrite existsb_exists. intros (y & Hy & E). apply expr_eqb_sound in E. subst; auto.
  Qed.
  Lemma env_nil G r : env_ok (add_gho G []) [] r <-> env_ok G [] r.
  Proof.
    split; intros [H1 H2 H3 H4]; constructor; simpl in *; auto; rewrite app_nil_r in *; auto.
  Qed.
  Lemma guard_spec A b (x y : A) : guard b x = Some y -> b = true /\ x = y.
  Proof. unfold guard. destruct b; try discriminate. intros [= ->]; auto. Qed.

  Lemma not_push_ok r p fs : not_push defs p = Some fs -> ~ dn r p -> Forall (dn r) fs.
  Proof.
    destruct p as [| | | | | | | | |[] p q| | | | | |p|[] s a]; simpl; try discriminate; intros E N;
      try (apply guard_spec in E as [E <-]); try (injection E as <-);
      repeat (apply Forall_cons); try apply Forall_nil; simpl; auto; try tauto.
    - apply orb_true_iff in E as [E|E]; destruct (dec_em D kd M r _ E); tauto.
    - destruct (dec_em D kd M r _ E); tauto.
    - apply andb_prop in E as [E1 E2]. destruct (dec_em D kd M r _ E1), (dec_em D kd M r _ E2); tauto.
    - destruct (dec_em D kd M r _ E); tauto.
    - intros v Hv K. apply N. eauto.
  Qed.
  Lemma body_of_ok G F r t c e d ss args : t = EFn d ss args -> env_ok G [] r -> Forall (dn r) F ->
    body_of D defs G F t c = Some e ->
    match d_res (get defs d) with Some _ => ev r t = ev r e | None => dn r t <-> dn r e end.
  Proof.
    intros -> E HF. unfold body_of. destruct (ty G [] (EFn d ss args)) as [u|] eqn:T; try discriminate.
    destruct (as_ok D defs G F d args c) eqn:A; try discriminate. intros U.
    simpl in T. apply when_spec in T as [T _].
    eapply unfold_sound; eauto. intros c0 ->. unfold as_ok in A.
    destruct (analysed defs d args) as [a|]; try discriminate.
    destruct (ty G [] c0) as [[s|]|] eqn:Tc; try discriminate. split; eauto. exists a. split; auto.
    apply mem_in in A. rewrite Forall_forall in HF. apply (HF _ A).
  Qed.
  Lemma inst_all_ok G r : env_ok G [] r -> forall ts f e, inst_all D defs G f ts = Some e -> dn r f -> dn r e.
  Proof.
    intros E. induction ts as [|t ts IH]; simpl; intros f e H K.
    - congruence.
    - destruct f as [| | | | | | | | | | | | | | | |[] s a]; try discriminate.
      destruct (has s (ty G [] t)) eqn:T; try discriminate. apply has_spec in T.
      apply (IH _ _ H). apply inst_ok; [eapply term_nf; eauto|]. apply K. eapply term_sorted; eauto.
  Qed.
  Lemma data_cases r v s : is_data s = true -> hs (sv r) v s ->
    exists tag fs ss, In tag (List.seq 0 (n_ctors D s)) /\ v = VCon tag fs /\ fields D s tag = Some ss /\ hsl (sv r) fs ss.
  Proof.
    destruct s as [|d args| |]; try discriminate. intros _ H.
    apply hs_data in H as (tag & fs & ss & E1 & E2 & E3). exists tag, fs, ss. repeat split; auto.
    apply in_seq. rewrite fields_eq in E2. simpl. destruct (nth_error (ctors D d) tag) eqn:E; try discriminate.
    assert (N : nth_error (ctors D d) tag <> None) by congruence. apply nth_error_Some in N. lia.
  Qed.
  Lemma ctor_nf s tag xs : forall r, ~ dn r (ECtor s tag xs). Proof. simpl; auto. Qed.
  Lemma gho_nf n s : forall r, ~ dn r (EGhost n s). Proof. simpl; auto. Qed.

  Lemma induct_ok G F ms r : env_ok G [] r -> forallb (isf G) F = true -> Forall (dn r) F ->
    forallb (fun m => is_data (fst m) && isf (with_nu G (fst m)) (snd m)) ms = true ->
    (forall m tag, In m ms -> In tag (List.seq 0 (n_ctors D (fst m))) ->
       bvalid G F (induct_branch D G ms m tag)) ->
    forall n m v, In m ms -> vsize v < n -> hs (sv r) v (fst m) -> dn (set_nu v r) (snd m).
  Proof.
    intros E IF HF HM HB. induction n as [|n IH]; intros m v Hm Hn Hv; [lia|].
    pose proof HM as HM'. rewrite forallb_forall in HM'.
    destruct (andb_prop _ _ (HM' _ Hm)) as [Hd Hf].
    edestruct data_cases as (tag & fs & ss & Ht & Ev & Ef & Hfs); [exact Hd|exact Hv|]. subst v.
    specialize (HB _ _ Hm Ht). unfold bvalid, induct_branch in HB. rewrite Ef in HB. simpl in HB.
    set (k := length (c_gho G)) in *. set (r' := set_gho k fs r) in *.
    assert (Ex : map (ev r') (gvars k ss) = fs) by (apply fresh_ev; auto).
    assert (K : dn r' (at_nu (snd m) (ECtor (fst m) tag (gvars k ss)))).
    { apply HB.
      - apply ghost_ok; auto.
      - apply Forall_app. split; [|eapply facts_agree; eauto; apply ghost_agree].
        apply Forall_forall. intros h Hh. unfold hyps in Hh. apply in_flat_map in Hh as (y & Hy & Hh).
        destruct y as [| |g s| | | | | | | | | | | | | |]; simpl in Hh; try tauto.
        destruct (find _ ms) as [q|] eqn:Fq; simpl in Hh; [|tauto]. destruct Hh as [<-|[]].
        apply find_some in Fq as [Hq Es]. apply sort_eqb_sound in Es.
        apply at_nu_ok; [apply gho_nf|].
        assert (Hin : In (ev r' (EGhost g s)) fs) by (rewrite <- Ex; apply in_map; auto).
        assert (Hg : hs (sv r) (ev r' (EGhost g s)) s).
        { assert (Z : forall ys vs ss n, ys = gvars n ss -> map (ev r') ys = vs -> hsl (sv r) vs ss ->
            forall g s, In (EGhost g s) ys -> hs (sv r) (ev r' (EGhost g s)) s).
          { clear. induction ys as [|y ys IH]; intros vs [|s0 ss] n Ey Ev Hl g s Hi; simpl in *; try tauto; try discriminate.
            injection Ey as -> Ey. destruct vs; try discriminate. simpl in Ev. injection Ev as <- Ev.
            destruct Hl as [Hl1 Hl2]. destruct Hi as [[= -> ->]|Hi]; auto. eapply IH; eauto. }
          eapply Z; eauto. }
        assert (Sz : vsize (ev r' (EGhost g s)) < n).
        { pose proof (vsize_in tag _ _ Hin). lia. }
        subst s. specialize (IH q _ Hq Sz Hg).
        destruct (andb_prop _ _ (HM' _ Hq)) as [_ Hfq].
        apply form_spec in Hfq. apply (@transport _ _ _ _ _ _ Hfq IH).
        constructor; simpl; auto; try (intros ? ?; tauto); try tauto.
        intros l t El. eapply (a_gho (ghost_agree G [] r fs)); eauto. }
    apply at_nu_ok in K; [|apply ctor_nf]. simpl in K. rewrite Ex in K.
    apply form_spec in Hf. apply (@transport _ _ _ _ _ _ Hf K).
    constructor; simpl; auto; try (intros ? ?; tauto); try tauto.
    intros l t El. symmetry. eapply (a_gho (ghost_agree G [] r fs)); eauto.
  Qed.

  Lemma ground_ok G F g fs ls r : env_ok G [] r -> Forall (dn r) F -> ground D defs G F g fs ls = true -> dn r g.
  Proof.
    intros E HF H. unfold ground in H. apply andb_prop in H as [H H2]. apply andb_prop in H as [H1 _].
    assert (Hfs : Forall (dn r) fs).
    { apply Forall_forall. intros f Hf. rewrite forallb_forall in H1. specialize (H1 _ Hf).
      apply mem_in in H1. rewrite Forall_forall in HF. auto. }
    assert (L : forall Q, Forall (lit D defs M r Q) fs) by (intros Q; eapply Forall_impl; [|exact Hfs]; intros; left; auto).
    assert (R : forall Q lits, refute D defs G lits ls = true -> Forall (lit D defs M r Q) lits -> Q).
    { intros Q lits. apply refute_ok; auto. }
    assert (Gen : refute D defs G (fs ++ [ENot g]) ls = true -> dn r g).
    { intros Hr. destruct (dec kd g) eqn:Hd.
      - destruct (dec_em D kd M r _ Hd) as [|N]; auto. exfalso. apply (R False _ Hr).
        apply Forall_app. split; auto. constructor; auto. left. exact N.
      - apply (R (dn r g) _ Hr). apply Forall_app. split; auto. constructor; auto. right. exists g. auto. }
    destruct g; auto.
    - apply (R _ _ H2). auto.
    - intros K. apply (R False _ H2). apply Forall_app. split; auto. constructor; auto. left. exact K.
  Qed.

  Theorem plan_ok G F g k bs : plan D defs known G F g k = Some bs -> forallb (isf G) F = true ->
    isf G g = true -> (forall b, In b bs -> bvalid G F b) -> valid G F g.
  Proof.
    intros P IF IG HB r E HF.
    assert (HB0 : forall fs g', In ([], fs, g') bs -> Forall (dn r) fs -> dn r g').
    { intros fs g' Hi Hfs. apply (HB _ Hi); simpl.
      - apply env_nil; auto.
      - apply Forall_app; auto. }
    assert (HB1 : forall ss fs g' vs, In (ss, fs, g') bs -> hsl (sv r) vs ss ->
      Forall (dn (set_gho (length (c_gho G)) vs r)) fs -> dn (set_gho (length (c_gho G)) vs r) g').
    { intros ss fs g' vs Hi Hvs Hfs. apply (HB _ Hi); simpl.
      - apply ghost_ok; auto.
      - apply Forall_app. split; auto. eapply facts_agree; eauto. apply ghost_agree. }
    assert (FA : forall f, mem f F = true -> dn r f).
    { intros f Hf. apply mem_in in Hf. rewrite Forall_forall in HF. auto. }
    assert (Back : forall vs, dn (set_gho (length (c_gho G)) vs r) g -> dn r g).
    { intros vs. apply (isf_dn g IG). apply ghost_agree. }
    destruct k; simpl in P.
    - (* Intro *) destruct g as [| | | | | | | | |[] p q| | | | | |p|[] s a]; try discriminate; injection P as <-.
      + intros Hp. apply (HB0 [p] q); simpl; auto.
      + intros Hp. apply (HB0 [p] EFalse); simpl; auto.
      + intros v Hv. specialize (HB1 [s] [] _ [v] (or_introl eq_refl) (conj Hv Logic.I) (Forall_nil _)).
        apply inst_ok in HB1; [|apply gho_nf]. apply form_spec in IG. simpl in IG. apply when_spec in IG as [IG _].
        apply form_spec in IG. simpl in HB1.
        rewrite Nat.ltb_irrefl, Nat.sub_diag in HB1. simpl in HB1.
        eapply transport; [exact IG|exact HB1|].
        apply agree_push, agree_sym, ghost_agree.
    - (* Split *) destruct g as [| | | | | | | | |[] p q| | | | | | |]; try discriminate; injection P as <-.
      + split; [apply (HB0 [] p)|apply (HB0 [] q)]; simpl; auto.
      + split; [apply (HB0 [] (EBin Imp p q))|apply (HB0 [] (EBin Imp q p))]; simpl; auto.
    - destruct g as [| | | | | | | | |[] p q| | | | | | |]; try discriminate; injection P as <-.
      left. apply (HB0 [] p); simpl; auto.
    - destruct g as [| | | | | | | | |[] p q| | | | | | |]; try discriminate; injection P as <-.
      right. apply (HB0 [] q); simpl; auto.
    - (* Witness *) destruct g as [| | | | | | | | | | | | | | | |[] s a]; try discriminate.
      apply guard_spec in P as [T <-]. apply has_spec in T. exists (ev r t). split.
      + eapply term_sorted; eauto.
      + apply inst_ok; [eapply term_nf; eauto|]. apply (HB0 []); simpl; auto.
    - (* Exact *) apply guard_spec in P as [T <-]. apply orb_true_iff in T as [T|T]; auto.
      apply expr_eqb_sound in T. subst. simpl. auto.
    - (* Absurd *) injection P as <-. exfalso. apply (HB0 [] EFalse); simpl; auto.
    - (* OrElim *) destruct f as [| | | | | | | | |[] p q| | | | | | |]; try discriminate.
      apply guard_spec in P as [T <-]. destruct (FA _ T); [apply (HB0 [p] g)|apply (HB0 [q] g)]; simpl; auto.
    - (* Obtain *) destruct f as [| | | | | | | | | | | | | | | |[] s a]; try discriminate.
      apply guard_spec in P as [T <-]. destruct (FA _ T) as (v & Hv & Ha). apply (Back [v]).
      apply (HB1 [s] [inst a (EGhost (length (c_gho G)) s)] g [v]); simpl; auto. constructor; auto.
      apply inst_ok; [apply gho_nf|]. simpl. rewrite Nat.ltb_irrefl, Nat.sub_diag. simpl.
      rewrite forallb_forall in IF. specialize (IF _ (mem_in _ _ T)). apply form_spec in IF. simpl in IF.
      apply when_spec in IF as [IF _]. apply form_spec in IF. eapply transport; [exact IF|exact Ha|].
      apply agree_push, ghost_agree.
    - (* Inst *) destruct f as [| | | | | | | | | | | | | | | |[] s a]; try discriminate.
      apply guard_spec in P as [T <-]. apply andb_prop in T as [T1 T2]. apply has_spec in T2.
      apply (HB0 [inst a t] g); simpl; auto. constructor; auto. apply inst_ok; [eapply term_nf; eauto|].
      apply (FA _ T1). eapply term_sorted; eauto.
    - (* Apply *) destruct f as [| | | | | | | | |[] p q| | | | | | |]; try discriminate.
      apply guard_spec in P as [T <-]. apply (HB0 [q] g); simpl; auto. constructor; auto.
      apply (FA _ T). apply (HB0 [] p); simpl; auto.
    - (* IffParts *) destruct f as [| | | | | | | | |[] p q| | | | | | |]; try discriminate.
      apply guard_spec in P as [T <-]. apply (HB0 [EBin Imp p q; EBin Imp q p] g); simpl; auto.
      destruct (FA _ T). constructor; auto.
    - (* NotPush *) destruct f as [| | | | | | | | | | | | | | |p|]; try discriminate.
      destruct (mem (ENot p) F) eqn:T; try discriminate. destruct (not_push defs p) as [fs|] eqn:Np; try discriminate.
      injection P as <-. apply (HB0 fs g); simpl; auto. eapply not_push_ok; eauto. apply (FA _ T).
    - (* Case *) destruct (ty G [] t) as [[s|]|] eqn:T; try discriminate. apply guard_spec in P as [Hd <-].
      pose proof (term_sorted GM _ E T) as Hv.
      edestruct data_cases as (tag & fs & ss & Ht & Ev & Ef & Hfs); [exact Hd|exact Hv|].
      apply (Back fs).
      assert (Hi : In (case_branch D G g t s tag) (map (case_branch D G g t s) (List.seq 0 (n_ctors D s))))
        by (apply in_map; auto).
      unfold case_branch in Hi at 1. rewrite Ef in Hi. apply (HB1 _ _ _ fs Hi Hfs). constructor; auto.
      simpl. rewrite (fresh_ev G r ss fs Hfs).
      rewrite <- (@ev_agree D defs M G [] t r _ (ghost_agree G [] r fs) _ T). exact Ev.
    - (* Cut *) apply guard_spec in P as [T <-]. destruct (dec_em D kd M r _ T).
      + apply (HB0 [f] g); simpl; auto.
      + apply (HB0 [ENot f] g); simpl; auto.
    - (* IteSplit *) destruct t as [| | | | | | | | | | | |c a b| | | |]; try discriminate.
      destruct (ty G [] (EIte c a b)) as [u|] eqn:T; try discriminate. injection P as <-.
      simpl in T. destruct (ty G [] a) as [[s|]|]; try discriminate. apply when_spec in T as [T _].
      apply andb_prop in T as [T _]. apply andb_prop in T as [T _].
      pose proof (dec_ev D kd M r _ T) as Hd. destruct (isT (ev r c)) eqn:Ec.
      + apply (HB0 [c; EBin Eq (EIte c a b) a] g); simpl; auto. constructor; [tauto|]. constructor; auto.
        simpl. rewrite Ec. auto.
      + apply (HB0 [ENot c; EBin Eq (EIte c a b) b] g); simpl; auto. constructor.
        * simpl. rewrite Hd. discriminate.
        * constructor; auto. simpl. rewrite Ec. auto.
    - (* Unfold *) destruct t as [| | | | | | |d ss args| | | | | | | | |]; try discriminate.
      destruct (body_of D defs G F (EFn d ss args) c) as [e|] eqn:B; try discriminate. injection P as <-.
      pose proof (body_of_ok c eq_refl E HF B) as K.
      eapply HB0; [left; reflexivity|]. constructor; auto. destruct (d_res (get defs d)); exact K.
    - (* UnfoldFact *) destruct (mem f F) eqn:T; try discriminate.
      destruct f as [| | | | | | |d ss args| | | | | | | |[| | | | | | |d ss args| | | | | | | | |]|]; try discriminate.
      all: destruct (d_res (get defs d)) eqn:R; try discriminate.
      all: destruct (body_of D defs G F (EFn d ss args) c) as [e|] eqn:B; try discriminate; injection P as <-.
      all: pose proof (body_of_ok c eq_refl E HF B) as K; rewrite R in K.
      all: eapply HB0; [left; reflexivity|]; constructor; auto; pose proof (FA _ T) as X.
      + tauto.
      + intros Y. apply X. apply K. exact Y.
    - (* UnfoldGoal *) destruct g as [| | | | | | |d ss args| | | | | | | | |]; try discriminate.
      destruct (d_res (get defs d)) eqn:R; try discriminate.
      destruct (body_of D defs G F (EFn d ss args) c) as [e|] eqn:B; try discriminate; injection P as <-.
      pose proof (body_of_ok c eq_refl E HF B) as K; rewrite R in K. apply K.
      apply (HB0 [] e); simpl; auto.
    - (* Known *) destruct (nth_error known i) as [f|] eqn:Ei; try discriminate.
      destruct (inst_all D defs G (isub ss f) ts) as [e|] eqn:Ea; try discriminate. injection P as <-.
      apply (HB0 [e] g); simpl; auto. constructor; auto. eapply inst_all_ok; eauto.
      apply dn_isub; auto. apply Hknown. eapply nth_error_In; eauto.
    - (* Have *) injection P as <-. apply (HB0 [f] g); simpl; auto. constructor; auto. apply (HB0 [] f); simpl; auto.
    - (* Induct *) destruct ms as [|m ms]; try discriminate. apply guard_spec in P as [T <-].
      apply andb_prop in T as [T1 T2]. apply expr_eqb_sound in T1. subst g. intros v Hv.
      apply close_nu_ok. eapply (@induct_ok G F (m :: ms) r E IF HF T2) with (n := S (vsize v)); simpl; auto.
      intros q tag Hq Ht. apply HB. apply in_flat_map. exists q. split; auto. apply in_map; auto.
    - (* Ground *) apply guard_spec in P as [T <-]. eapply ground_ok; eauto.
  Qed.

  Lemma flat_isf G f : isf G f = true -> forallb (isf G) (flat f) = true.
  Proof.
    intros H. induction f using expr_rec'; cbn [flat forallb]; try (rewrite H; reflexivity).
    destruct o; cbn [forallb]; try (rewrite H; reflexivity). rewrite H. simpl.
    apply form_spec in H. simpl in H. apply when_spec in H as [H _]. apply andb_prop in H as [H1 H2].
    rewrite forallb_app. rewrite IHf1, IHf2; auto.
  Qed.
  Lemma flats_isf G fs : forallb (isf G) fs = true -> forallb (isf G) (flat_map flat fs) = true.
  Proof.
    induction fs; simpl; auto. rewrite andb_true_iff, forallb_app. intros [H1 H2]. rewrite flat_isf; auto.
  Qed.
  Lemma flat_dn r f : dn r f -> Forall (dn r) (flat f).
  Proof.
    induction f using expr_rec'; intros K; try (constructor; [exact K|constructor]).
    destruct o; try (constructor; [exact K|constructor]). constructor; auto. apply Forall_app.
    split; [apply IHf1|apply IHf2]; apply K.
  Qed.
  Lemma flats_dn r fs : Forall (dn r) fs -> Forall (dn r) (flat_map flat fs).
  Proof. induction 1; simpl; auto. apply Forall_app. split; auto using flat_dn. Qed.
  Lemma isf_ext G H f : ext G H -> isf G f = true -> isf H f = true.
  Proof. intros X K. apply form_spec in K. unfold Evid.isf. rewrite (ty_ext D defs f X _ K). auto. Qed.

  Theorem chk_sound s : forall G F g, chk D defs known G F g s = true ->
    forallb (isf G) F = true -> isf G g = true -> valid G F g.
  Proof.
    revert s. fix IH 1. intros [k next] G F g C IF IG. simpl in C.
    destruct (plan D defs known G F g k) as [bs|] eqn:P; try discriminate.
    eapply plan_ok; eauto. clear P. revert bs C.
    induction next as [|s next IHn]; intros [|[[ss fs] g'] bs] C; try discriminate; intros b Hb; [destruct Hb|].
    apply andb_prop in C as [C C4]. apply andb_prop in C as [C C3]. apply andb_prop in C as [C1 C2].
    destruct Hb as [<-|Hb]; [|eapply IHn; eauto].
    unfold bvalid. simpl. intros r E HF. apply Forall_app in HF as [HF1 HF2].
    eapply (IH s _ _ _ C3); auto.
    - rewrite forallb_app, flats_isf; auto. simpl. rewrite forallb_forall in *. intros f Hf.
      eapply isf_ext; [apply ext_gho|auto].
    - apply Forall_app. split; auto using flats_dn.
  Qed.
End Sound.
