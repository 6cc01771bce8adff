(** * The checker, what a statement says, and that one implies the other

    [holds] is the claim; [check] is what is extracted. *)
From Verified Require Export RulesSound.
Set Implicit Arguments.

Record statement := Statement {
  s_data : datatypes;                    (* declared datatypes, from number 2 on *)
  s_defs : list def; s_axioms : list expr;
  s_globals : list (fty * fn); s_claim : nat }.
Record certificate := Certificate { c_lemmas : list (expr * step); c_ders : list der }.

Definition data (s : statement) : datatypes := [[]; []] :: [[]] :: s_data s.
Definition nowhere : ctx := Ctx [] [] None [].
Definition global_clo (gs : list (fty * fn)) (g : nat) : option clo :=
  match nth_error gs g with
  | Some (_, FLam n b) => Some (Clo [] false n b)
  | Some (_, FFix n b) => Some (Clo [] true n b)
  | _ => None
  end.

(** ** What a statement says *)
(** In every interpretation of the theory (its definitions' equations hold, its axioms are true),
    for all sorts for the sort parameters, for all arguments that satisfy the preconditions and every value
    that the claimed coverage allows, a call of the function can return the value. *)
Definition holds (s : statement) : Prop :=
  forall M, good (data s) (s_defs s) M ->
  (forall f r, In f (s_axioms s) -> dn (data s) (kind_of (s_defs s)) M r f) ->
  forall T f, nth_error (s_globals s) (s_claim s) = Some (T, f) ->
  exists c, global_clo (s_globals s) (s_claim s) = Some c /\
  forall r args, adm (data s) (kind_of (s_defs s)) M (f_ps T) r args ->
    dn (data s) (kind_of (s_defs s)) M (pushes args r) (f_req T) ->
    forall v, hs (data s) (mO M) (sv r) v (f_res T) ->
      dn (data s) (kind_of (s_defs s)) M (set_nu v (pushes args r)) (f_ens T) ->
      call (kind_of (s_defs s)) M (global_clo (s_globals s)) c (map SV args) v.

(** ** The checker *)
Definition fty_eqb (a b : fty) : bool :=
  list_eqb (fun p q => sort_eqb (fst p) (fst q) && expr_eqb (snd p) (snd q)) (f_ps a) (f_ps b)
  && expr_eqb (f_req a) (f_req b) && sort_eqb (f_res a) (f_res b) && expr_eqb (f_ens a) (f_ens b).
Lemma fty_eqb_sound a b : fty_eqb a b = true -> a = b.
Proof.
  unfold fty_eqb. rewrite !andb_true_iff. intros [[[H1 H2] H3] H4]. destruct a, b; simpl in *. f_equal.
  - eapply list_eqb_sound; [|exact H1]. apply Forall_forall. intros [] _ [] E. simpl in E.
    apply andb_prop in E as [E1 E2]. apply sort_eqb_sound in E1. apply expr_eqb_sound in E2. congruence.
  - apply expr_eqb_sound; auto.
  - apply sort_eqb_sound; auto.
  - apply expr_eqb_sound; auto.
Qed.
Fixpoint lemmas_ok (D : datatypes) (defs : list def) (known : list expr) (ls : list (expr * step)) : option (list expr) :=
  match ls with
  | [] => Some known
  | (f, p) :: ls =>
      if isf D defs nowhere f && chk D defs known nowhere [] f p then lemmas_ok D defs (known ++ [f]) ls else None
  end.
Definition claims_upto (gs : list (fty * fn)) (n : nat) (g : nat) : option fty :=
  if g <? n then match nth_error gs g with Some (T, _) => Some T | None => None end else None.
Definition global_ok (D : datatypes) (defs : list def) (known : list expr) (gs : list (fty * fn)) (i : nat) (d : der) : bool :=
  match nth_error gs i with
  | Some (T, f) =>
      wft D defs nowhere T &&
      match f with FLam _ _ | FFix _ _ => true | _ => false end &&
      match infF D defs known [] (claims_upto gs i) [] [] [] d f with Some T' => fty_eqb T' T | None => false end
  | None => false
  end.
Fixpoint globals_ok (D : datatypes) (defs : list def) (known : list expr) (gs : list (fty * fn)) (i : nat) (ds : list der) : bool :=
  match ds with [] => true | d :: ds => global_ok D defs known gs i d && globals_ok D defs known gs (S i) ds end.
Definition check (s : statement) (c : certificate) : bool :=
  let D := data s in
  theory_ok D (s_defs s) && forallb (isf D (s_defs s) nowhere) (s_axioms s) &&
  match lemmas_ok D (s_defs s) (s_axioms s) (c_lemmas c) with
  | Some known => Nat.eqb (length (c_ders c)) (length (s_globals s)) && globals_ok D (s_defs s) known (s_globals s) 0 (c_ders c)
  | None => false
  end.

Section Sound.
  Variables (D : datatypes) (defs : list def) (M : model).
  Hypothesis GM : good D defs M.
  Hypothesis OK : theory_ok D defs = true.
  Hypothesis Hbool : ctors D 0 = [[]; []].
  Notation dn := (dn D (kind_of defs) M).
  Lemma nowhere_ok r : env_ok D M nowhere [] r.
  Proof. constructor; simpl; try (intros [] ?; discriminate); discriminate. Qed.
  Lemma lemmas_sound ls : forall known known', lemmas_ok D defs known ls = Some known' ->
    (forall f r, In f known -> dn r f) -> forall f r, In f known' -> dn r f.
  Proof.
    induction ls as [|[f p] ls IH]; simpl; intros known known' E H.
    - injection E as <-. auto.
    - destruct (_ && _) eqn:C; try discriminate. apply andb_prop in C as [C1 C2].
      apply (IH _ _ E). intros g r Hg. apply in_app_iff in Hg as [Hg|[<-|[]]]; auto.
      refine (@chk_sound D defs M known GM OK H p nowhere [] f C2 eq_refl C1 r (nowhere_ok r) (Forall_nil _)).
  Qed.
End Sound.

Theorem check_sound s c : check s c = true -> holds s.
Proof.
  unfold check. set (D := data s). rewrite !andb_true_iff. intros [[OK AX] K] M GM HA. fold D in GM, HA.
  destruct (lemmas_ok D (s_defs s) (s_axioms s) (c_lemmas c)) as [known|] eqn:EL; try discriminate.
  apply andb_prop in K as [Len K]. apply Nat.eqb_eq in Len.
  assert (HK : forall f r, In f known -> dn D (kind_of (s_defs s)) M r f) by (eapply lemmas_sound; eauto).
  set (gl := global_clo (s_globals s)).
  (* every global, in order *)
  assert (G : forall g T f, nth_error (s_globals s) g = Some (T, f) ->
    exists c, gl g = Some c /\ forall r, sat D (kind_of (s_defs s)) M gl T r c).
  { assert (P : forall i d, nth_error (c_ders c) i = Some d -> global_ok D (s_defs s) known (s_globals s) i d = true).
    { enough (Q : forall ds n i d, globals_ok D (s_defs s) known (s_globals s) n ds = true -> nth_error ds i = Some d ->
        global_ok D (s_defs s) known (s_globals s) (n + i) d = true) by (intros i d; apply (Q _ 0); auto).
      induction ds as [|d0 ds IH]; intros n [|i] d; simpl; try discriminate; rewrite andb_true_iff; intros [H1 H2] E.
      - injection E as <-. rewrite Nat.add_0_r. auto.
      - replace (n + S i) with (S n + i) by lia. eauto. }
    induction g as [g IHg] using lt_wf_ind. intros T f Eg.
    destruct (nth_error (c_ders c) g) as [d|] eqn:Ed.
    2: { apply nth_error_None in Ed. assert (N : nth_error (s_globals s) g <> None) by congruence.
         apply nth_error_Some in N. lia. }
    specialize (P _ _ Ed). unfold global_ok in P. rewrite Eg in P. apply andb_prop in P as [P P3]. apply andb_prop in P as [P1 P2].
    destruct (infF _ _ _ _ _ _ _ _ _ _) as [T'|] eqn:I; try discriminate. apply fty_eqb_sound in P3. subst T'.
    assert (HC : forall h U, claims_upto (s_globals s) g h = Some U -> exists c, gl h = Some c /\ forall r, sat D (kind_of (s_defs s)) M gl U r c).
    { intros h U E. unfold claims_upto in E. destruct (h <? g) eqn:L; try discriminate. apply Nat.ltb_lt in L.
      destruct (nth_error (s_globals s) h) as [[U' f']|] eqn:Eh; try discriminate. injection E as ->. eauto. }
    assert (CF : exists c, gl g = Some c /\ close_fn gl [] f = Some c).
    { unfold gl, global_clo. rewrite Eg. destruct f; try discriminate; simpl; eauto. }
    destruct CF as (c0 & C1 & C2). exists c0. split; auto. intros r.
    set (r0 := Env (fun _ => dflt) (gho r) (nu r) (bnd r) (sv r) (pv r)).
    assert (Ft : fits D (s_defs s) M [] gl [] [] [] [] r0).
    { constructor; auto; try (intros [] ?; discriminate).
      - intros [|l]; reflexivity.
      - apply nowhere_ok. }
    destruct (proj2 (@rules_sound D (s_defs s) M known [] (claims_upto (s_globals s) g) gl GM OK HK eq_refl HC d) _ _ _ _ _ _ _ I Ft) as (c1 & C3 & S).
    rewrite C2 in C3. injection C3 as <-.
    eapply sat_agree; [exact GM|exact P1| |exact S].
    constructor; simpl; auto; try (intros [] ?; discriminate); try discriminate; try (intros ? ?; tauto). }
  intros T f E. destruct (G _ _ _ E) as (c0 & C1 & C2). exists c0. split; auto.
Qed.
