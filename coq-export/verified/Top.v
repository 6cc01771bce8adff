(** * The checker, what a statement says, and that one implies the other

    [holds_modulo] is the claim, under assumptions; [holds] without any. [check] is what is extracted:
    it accepts, and says what it took on trust, or refuses, and says where.

    Not chosen: a checker that answers yes or no. What rests on a solver's word or on an axiom is common, and
    must be visible in the theorem and not only in a message. *)
From Verified Require Export OnlySound.
Set Implicit Arguments.

(** ** Statements *)
(** A top-level function: its scheme, and its body; a library function has none. *)
Record global := Global { g_scheme : scheme; g_body : option fn }.
(** How the claims of a statement are read: a function can return every value, returns only values, or both. *)
Inductive reading := Every | Only | Exactly.
Record statement := Statement {
  s_data : list (list (list sort));       (* declared datatypes, from number 2 on *)
  s_defs : list def; s_axioms : list expr;
  s_globals : list global; s_claim : nat; s_reading : reading }.
(** The derivation of a function, of each reading; [TExactly] has one of each. *)
Inductive root := RootEvery (d : der) | RootOnly (d : oder) | TExactly (d : der) (o : oder).
Record certificate := Certificate { c_lemmas : list (expr * step); c_ders : list (option root) }.

Definition data (s : statement) : datatypes := map datatype_of ([[]; []] :: [[]] :: s_data s).
(** The closure of a function; one that is another one under a new name ([let g = f]) has that one's. [n] is at least [g]. *)
Fixpoint clo_of (n : nat) (gs : list global) (g : nat) : option clo :=
  match nth_error gs g with
  | Some (Global _ None) => Some (Lib g)
  | Some (Global _ (Some (FLam U b))) => Some (Clo [] false (length (f_ps U)) b)
  | Some (Global _ (Some (FFix U b))) => Some (Clo [] true (length (f_ps U)) b)
  | Some (Global _ (Some (FGlobal h _))) => match n with S n => if h <? g then clo_of n gs h else None | O => None end
  | _ => None
  end.
Definition global_clo (gs : list global) (g : nat) : option clo := clo_of g gs g.

(** ** What a statement says *)
(** What the claim [T] says of a closure, by its reading. *)
Definition says (D : datatypes) (kd : nat -> kind) (M : model) (gl : nat -> option clo) (ext : nat -> list slot -> value -> Prop)
    (k : reading) (T : fty) (r : env) (c : clo) : Prop :=
  match k with
  | Every => sat D kd M gl ext T r c
  | Only => stays D kd M gl ext T r c
  | Exactly => sat D kd M gl ext T r c /\ stays D kd M gl ext T r c
  end.
(** What is taken on trust: axioms by number, and conditions by number in the order of the derivations. *)
Record assumed := Assumed { a_axioms : list nat; a_conds : list (nat * cond) }.
Definition nothing : assumed := Assumed [] [].
Definition assumptions_hold (s : statement) (A : assumed) (M : model) : Prop :=
  (forall i f, In i (a_axioms A) -> nth_error (s_axioms s) i = Some f -> forall r, dn (data s) (kind_of (s_defs s)) M r f) /\
  (forall n c, In (n, c) (a_conds A) -> cond_true (data s) (s_defs s) M c).
(** Of each library function, what is claimed of it is true. *)
Definition libraries_hold (s : statement) (M : model) (ext : nat -> list slot -> value -> Prop) : Prop :=
  forall g C, nth_error (s_globals s) g = Some (Global C None) ->
  forall r, says (data s) (kind_of (s_defs s)) M (global_clo (s_globals s)) ext (s_reading s) (sc_type C) r (Lib g).
(** There is a function that the claim is about. In every interpretation of the theory (its definitions' equations
    hold) in which the assumptions are true, whatever the library functions do beyond what is claimed of them, for all sorts for the
    sort parameters and all meanings of the predicate variables: what the type says of the function is true, as the statement is read. *)
Definition holds_modulo (s : statement) (A : assumed) : Prop :=
  exists C f c, nth_error (s_globals s) (s_claim s) = Some (Global C (Some f)) /\
  global_clo (s_globals s) (s_claim s) = Some c /\
  forall M, good (data s) (s_defs s) M -> assumptions_hold s A M ->
  forall ext, libraries_hold s M ext ->
  forall r, says (data s) (kind_of (s_defs s)) M (global_clo (s_globals s)) ext (s_reading s) (sc_type C) r c.
Definition holds (s : statement) : Prop := holds_modulo s nothing.

(** ** The checker *)
(** A condition is of a function, by number, and has a number of its own. *)
Inductive place := AtTheory | AtAxiom (i : nat) | AtClaim | AtGlobal (i : nat) | AtLemma (i : nat) | AtCondition (g i : nat).
Inductive verdict := Accepted (A : assumed) | Refused (p : place).
Definition nowhere : ctx := Ctx [] [] None [].

(** The first axiom that is no formula. *)
Fixpoint bad_axiom (D : datatypes) (defs : list def) (i : nat) (fs : list expr) : option nat :=
  match fs with [] => None | f :: fs => if isf D defs nowhere f then bad_axiom D defs (S i) fs else Some i end.
(** Axioms that evidence mentions. *)
Fixpoint axioms_of (n : nat) (s : step) : list nat :=
  match s with Step k next =>
    (match k with Known i _ _ => if i <? n then [i] else [] | _ => [] end) ++
    (fix go next := match next with [] => [] | s :: next => axioms_of n s ++ go next end) next
  end.
Definition axioms_by (n : nat) (e : evidence) : list nat := match e with Shown p => axioms_of n p | _ => [] end.
Fixpoint axioms_in (n : nat) (d : der) : list nat :=
  match d with
  | TConst | TVarBase | TErr | TAppOp | TVarFun => []
  | TLetE a b | TLetV a b | TMerge a b => axioms_in n a ++ axioms_in n b
  | TApp f args p => axioms_in n f ++ flat_map (axioms_in n) args ++ axioms_by n p
  | TMatch _ d | TGuard _ d | TFun _ d | TFix _ _ d | TFixRank _ _ d | TPolyType d | TPolyPred d _ => axioms_in n d
  | TSub _ d p | TEq _ d p | SubArr _ d p => axioms_in n d ++ axioms_by n p
  end.
Fixpoint axioms_in_only (n : nat) (d : oder) : list nat :=
  match d with
  | ORet | OErr | OAppOp | OVarFun => []
  | OLetE a b | OLetV a b => axioms_in_only n a ++ axioms_in_only n b
  | OMatch ns => flat_map (axioms_in_only n) ns
  | OApp f args p => axioms_in_only n f ++ flat_map (axioms_in n) args ++ axioms_by n p
  | OGuard _ d | OFun _ d | OFix _ d | OPolyType d | OPolyPred d _ => axioms_in_only n d
  | OSub _ d p | OSubArr _ d p => axioms_in_only n d ++ axioms_by n p
  end.
Definition axioms_at (n : nat) (d : root) : list nat :=
  match d with RootEvery d => axioms_in n d | RootOnly o => axioms_in_only n o | TExactly d o => axioms_in n d ++ axioms_in_only n o end.
Definition axioms_used (n : nat) (c : certificate) : list nat :=
  match n with
  | O => []
  | _ => nodup Nat.eq_dec (flat_map (fun l => axioms_of n (snd l)) (c_lemmas c) ++
                           flat_map (fun d => match d with Some d => axioms_at n d | None => [] end) (c_ders c))
  end.
(** Axioms that are not used are not assumed. *)
Fixpoint mask (used : list nat) (i : nat) (fs : list expr) : list expr :=
  match fs with [] => [] | f :: fs => (if existsb (Nat.eqb i) used then f else ETrue) :: mask used (S i) fs end.
Fixpoint lemmas_ok (D : datatypes) (defs : list def) (known : list expr) (i : nat) (ls : list (expr * step)) : list expr + place :=
  match ls with
  | [] => inl known
  | (f, p) :: ls =>
      if isf D defs nowhere f && chk D defs known nowhere [] f p then lemmas_ok D defs (known ++ [f]) (S i) ls else inr (AtLemma i)
  end.
Definition claims_upto (gs : list global) (n : nat) (g : nat) : option scheme :=
  if g <? n then option_map g_scheme (nth_error gs g) else None.
(** A function of the program is a closed function, or another name of an earlier one. *)
Definition closed_fn (i : nat) (f : fn) : bool :=
  match f with FLam _ _ | FFix _ _ => true | FGlobal h _ => h <? i | FVar _ => false end.
(** The type that a derivation gives a function, which must be of the reading of the statement: what is claimed of the functions before it
    is known as the statement is read, and not otherwise. *)
Definition rootF (D : datatypes) (defs : list def) (preds : list (list sort)) (k : reading) (claims : nat -> option scheme) (d : root) (f : fn) :
    option (fty * list cond) :=
  match k, d with
  | Every, RootEvery d => infF D defs preds claims [] [] [] d f
  | Only, RootOnly o => onlyF D defs preds (fun _ => None) claims [] [] [] o f
  | Exactly, TExactly d o =>
      match infF D defs preds claims [] [] [] d f, onlyF D defs preds claims claims [] [] [] o f with
      | Some (T, cs), Some (U, cs2) => if fty_eqb T U then Some (T, cs ++ cs2) else None
      | _, _ => None end
  | _, _ => None
  end.
Definition global_conds (D : datatypes) (defs : list def) (k : reading) (gs : list global) (i : nat) (g : global) (d : option root) : option (list cond) :=
  let C := g_scheme g in
  if wft D defs (closed_ctx (sc_preds C)) (sc_type C) then
    match g_body g, d with
    | None, None => Some []
    | Some f, Some d =>
        if closed_fn i f then
          match rootF D defs (sc_preds C) k (claims_upto gs i) d f with
          | Some (T, cs) => if fty_eqb T (sc_type C) then Some cs else None
          | None => None end
        else None
    | _, _ => None
    end
  else None.
(** Checks the evidence of each condition of a function; those without are what is returned, with the next number. *)
Fixpoint discharge (D : datatypes) (defs : list def) (known : list expr) (g n : nat) (cs : list cond) : list (nat * cond) * nat + place :=
  match cs with
  | [] => inl ([], n)
  | c :: cs =>
      match k_by c with
      | Shown p =>
          if chk D defs known (k_ctx c) (k_facts c) (k_goal c) p then discharge D defs known g (S n) cs else inr (AtCondition g n)
      | _ => match discharge D defs known g (S n) cs with inl (l, m) => inl ((n, c) :: l, m) | inr p => inr p end
      end
  end.
(** One function after the other, each with its conditions: a mistake is where the kernel finds it. *)
Fixpoint globals_ok (D : datatypes) (defs : list def) (known : list expr) (k : reading) (all : list global) (i n : nat) (gs : list global) (ds : list (option root)) :
    list (nat * cond) + place :=
  match gs, ds with
  | [], [] => inl []
  | g :: gs, d :: ds =>
      match global_conds D defs k all i g d with
      | Some cs =>
          match discharge D defs known i n cs with
          | inl (l, m) => match globals_ok D defs known k all (S i) m gs ds with inl l' => inl (l ++ l') | inr p => inr p end
          | inr p => inr p end
      | None => inr (AtGlobal i) end
  | _, _ => inr AtClaim
  end.
(** Whether the claim is about a function with a body, and each function has its place for a derivation. *)
Definition claim_ok (s : statement) (c : certificate) : bool :=
  match nth_error (s_globals s) (s_claim s) with
  | Some (Global _ (Some _)) => Nat.eqb (length (s_globals s)) (length (c_ders c))
  | _ => false
  end.
Definition check (s : statement) (c : certificate) : verdict :=
  let D := data s in
  let defs := s_defs s in
  if theory_ok D defs then
    match bad_axiom D defs 0 (s_axioms s) with
    | Some i => Refused (AtAxiom i)
    | None =>
        let used := axioms_used (length (s_axioms s)) c in
        match lemmas_ok D defs (mask used 0 (s_axioms s)) 0 (c_lemmas c) with
        | inl known =>
            if claim_ok s c then
              match globals_ok D defs known (s_reading s) (s_globals s) 0 0 (s_globals s) (c_ders c) with
              | inl l => Accepted (Assumed used l)
              | inr p => Refused p end
            else Refused AtClaim
        | inr p => Refused p end
    end
  else Refused AtTheory.

(** ** Soundness *)
Section Sound.
  Variables (D : datatypes) (defs : list def) (M : model).
  Hypothesis GM : good D defs M.
  Hypothesis OK : theory_ok D defs = true.
  Notation dn := (dn D (kind_of defs) M).
  Lemma nowhere_ok r : env_ok D M nowhere [] r.
  Proof. constructor; simpl; try (intros [] ?; discriminate); discriminate. Qed.
  Lemma lemmas_sound ls : forall known i known', lemmas_ok D defs known i ls = inl known' ->
    (forall f r, In f known -> dn r f) -> forall f r, In f known' -> dn r f.
  Proof.
    induction ls as [|[f p] ls IH]; simpl; intros known i known' E H.
    - injection E as <-. auto.
    - destruct (_ && _) eqn:C; try discriminate. apply andb_prop in C as [C1 C2].
      apply (IH _ _ _ E). intros g r Hg. apply in_app_iff in Hg as [Hg|[<-|[]]]; auto.
      refine (@chk_sound D defs M known GM OK H p nowhere [] f C2 eq_refl C1 r (nowhere_ok r) (Forall_nil _)).
  Qed.
  Lemma mask_sound used fs : forall i, (forall j f, In (i + j) used -> nth_error fs j = Some f -> forall r, dn r f) ->
    forall f r, In f (mask used i fs) -> dn r f.
  Proof.
    induction fs as [|g fs IH]; simpl; intros i H f r; [tauto|]. intros [E|Hf].
    - destruct (existsb (Nat.eqb i) used) eqn:U; subst f; [|exact Logic.I].
      apply existsb_exists in U as (j & Hj & E). apply Nat.eqb_eq in E. subst j.
      apply (H 0 g); auto. rewrite Nat.add_0_r. auto.
    - apply (IH (S i)); auto. intros j h Hj Eh. apply (H (S j)); auto. rewrite <- plus_n_Sm. auto.
  Qed.
  Lemma discharge_sound known g cs : (forall f r, In f known -> dn r f) -> forall n l m, discharge D defs known g n cs = inl (l, m) ->
    (forall n c, In (n, c) l -> cond_true D defs M c) -> Forall (cond_true D defs M) cs.
  Proof.
    intros HK. induction cs as [|c cs IH]; simpl; intros n l m E H; constructor.
    - destruct (k_by c) as [p| |].
      + destruct (chk _ _ _ _ _ _ _) eqn:C; try discriminate. intros T I r EO HF.
        exact (@chk_sound D defs M known GM OK HK p _ _ _ C T I r EO HF).
      + destruct (discharge _ _ _ _ _ cs) as [[]|]; try discriminate. injection E as <- <-. apply (H n). simpl; auto.
      + destruct (discharge _ _ _ _ _ cs) as [[]|]; try discriminate. injection E as <- <-. apply (H n). simpl; auto.
    - destruct (k_by c) as [p| |].
      + destruct (chk _ _ _ _ _ _ _); try discriminate. eauto.
      + destruct (discharge _ _ _ _ _ cs) as [[]|] eqn:Q; try discriminate. injection E as <- <-. eapply IH; eauto. intros; eapply H; simpl; eauto.
      + destruct (discharge _ _ _ _ _ cs) as [[]|] eqn:Q; try discriminate. injection E as <- <-. eapply IH; eauto. intros; eapply H; simpl; eauto.
  Qed.
End Sound.

Lemma globals_ok_at D defs known rd all gs : forall i n ds l, globals_ok D defs known rd all i n gs ds = inl l ->
  forall j g, nth_error gs j = Some g -> exists d cs k l' m,
    global_conds D defs rd all (i + j) g d = Some cs /\ discharge D defs known (i + j) k cs = inl (l', m) /\ incl l' l.
Proof.
  induction gs as [|g gs IH]; simpl; intros i n ds l E j h Hj; [destruct j; discriminate|].
  destruct ds as [|d ds]; try discriminate. destruct (global_conds D defs rd all i g d) as [cs|] eqn:G; try discriminate.
  destruct (discharge D defs known i n cs) as [[l1 m]|] eqn:Q; try discriminate.
  destruct (globals_ok D defs known rd all (S i) m gs ds) as [l2|] eqn:R; try discriminate. injection E as <-.
  destruct j as [|j]; simpl in Hj.
  - injection Hj as <-. exists d, cs, n, l1, m. rewrite Nat.add_0_r. repeat split; auto. apply incl_appl, incl_refl.
  - destruct (IH _ _ _ _ R _ _ Hj) as (d' & cs' & k & l' & m' & E1 & E2 & I). exists d', cs', k, l', m'. rewrite <- plus_n_Sm.
    repeat split; auto. apply incl_appr; auto.
Qed.
Lemma clo_of_enough gs n : forall m g, g <= n -> g <= m -> clo_of n gs g = clo_of m gs g.
Proof.
  induction n as [|n IH]; intros m g Hn Hm.
  - replace g with 0 by lia. destruct m; simpl; auto; destruct (nth_error gs 0) as [[C [[]|]]|]; auto.
  - destruct m; simpl.
    + replace g with 0 by lia. destruct (nth_error gs 0) as [[C [[]|]]|]; auto.
    + destruct (nth_error gs g) as [[C [[]|]]|]; auto. destruct (g0 <? g) eqn:L; auto. apply Nat.ltb_lt in L. apply IH; lia.
Qed.
(** The closure of a global is that of its body. *)
Lemma closed_global gs g C f : nth_error gs g = Some (Global C (Some f)) -> closed_fn g f = true ->
  global_clo gs g = close_fn (global_clo gs) [] f.
Proof.
  intros E H. unfold global_clo at 1. destruct f; simpl in H; try discriminate.
  - pose proof H as L. apply Nat.ltb_lt in L. destruct g as [|g]; [lia|]. cbn [clo_of]. rewrite E, H. apply clo_of_enough; lia.
  - destruct g; cbn [clo_of]; rewrite E; reflexivity.
  - destruct g; cbn [clo_of]; rewrite E; reflexivity.
Qed.
Lemma closures_exist gs : (forall g C f, nth_error gs g = Some (Global C (Some f)) -> closed_fn g f = true) ->
  forall g, g < length gs -> exists k, global_clo gs g = Some k.
Proof.
  intros H. induction g as [g IH] using lt_wf_ind. intros L. destruct (nth_error gs g) as [[C [f|]]|] eqn:E.
  - pose proof (H _ _ _ E) as CF. rewrite (closed_global _ _ E CF). destruct f; simpl in *; eauto; try discriminate.
    apply Nat.ltb_lt in CF. apply IH; lia.
  - exists (Lib g). unfold global_clo. destruct g; cbn [clo_of]; rewrite E; reflexivity.
  - apply nth_error_None in E. lia.
Qed.

(** A derivation of a closed function says what it should. *)
Lemma root_sound D defs M preds k claims gl ext d f T cs c : good D defs M -> ctors D 0 = [[]; []] ->
  (forall g C, claims g = Some C -> exists c, gl g = Some c /\ forall r, says D (kind_of defs) M gl ext k (sc_type C) r c) ->
  rootF D defs preds k claims d f = Some (T, cs) -> Forall (cond_true D defs M) cs -> close_fn gl [] f = Some c ->
  forall r, fits D defs M preds gl ext [] [] [] [] r -> says D (kind_of defs) M gl ext k T r c.
Proof.
  intros GM HB HC E CT Ec r Ft.
  assert (EV : forall known d U ds, (forall g C, known g = Some C -> exists c, gl g = Some c /\ forall r, sat D (kind_of defs) M gl ext (sc_type C) r c) ->
    infF D defs preds known [] [] [] d f = Some (U, ds) -> Forall (cond_true D defs M) ds -> sat D (kind_of defs) M gl ext U r c).
  { intros known d0 U ds HK I C. destruct (proj2 (@rules_sound D defs M preds known gl ext GM HB HK d0) _ _ _ _ _ _ _ _ I C Ft) as (k1 & E1 & S). congruence. }
  assert (ON : forall known only o U ds, (forall g C, known g = Some C -> exists c, gl g = Some c /\ forall r, sat D (kind_of defs) M gl ext (sc_type C) r c) ->
    (forall g C, only g = Some C -> exists c, gl g = Some c /\ forall r, stays D (kind_of defs) M gl ext (sc_type C) r c) ->
    onlyF D defs preds known only [] [] [] o f = Some (U, ds) -> Forall (cond_true D defs M) ds -> stays D (kind_of defs) M gl ext U r c).
  { intros known only o U ds HK HO I C. apply all_stays. intros n.
    assert (W : weak D defs M preds gl ext n [] [] [] r) by (constructor; [exact Ft|intros [] ?; discriminate]).
    destruct (proj2 (@only_sound D defs M preds known only gl ext GM HB HK HO o) _ _ _ _ _ _ _ _ _ _ I W Ec) as [S1 S2]. split; auto. apply S2; auto.
    constructor; [exact Ft|intros [] ?; discriminate]. }
  unfold rootF in E. destruct k, d; try discriminate; simpl.
  - eapply EV; eauto.
  - eapply ON; [|exact HC|exact E|exact CT]. discriminate.
  - destruct (infF _ _ _ _ _ _ _ _ _) as [[T1 cs1]|] eqn:I1; try discriminate.
    destruct (onlyF _ _ _ _ _ _ _ _ _ _) as [[T2 cs2]|] eqn:I2; try discriminate.
    destruct (fty_eqb T1 T2) eqn:Q; try discriminate. apply fty_eqb_sound in Q. injection E as <- <-. subst T2.
    apply Forall_app in CT as [C1 C2].
    assert (H1 : forall g C, claims g = Some C -> exists c, gl g = Some c /\ forall r, sat D (kind_of defs) M gl ext (sc_type C) r c).
    { intros g C E. destruct (HC g C E) as (c0 & Ec0 & H). exists c0. split; auto. intros r0. apply (H r0). }
    assert (H2 : forall g C, claims g = Some C -> exists c, gl g = Some c /\ forall r, stays D (kind_of defs) M gl ext (sc_type C) r c).
    { intros g C E. destruct (HC g C E) as (c0 & Ec0 & H). exists c0. split; auto. intros r0. apply (H r0). }
    split; [eapply EV|eapply ON]; eauto.
Qed.
(** Claims do not depend on what is not in scope. *)
Lemma says_agree D defs M gl ext k X T r r' c : good D defs M -> wft D defs X T = true -> agree X [] r r' ->
  says D (kind_of defs) M gl ext k T r c -> says D (kind_of defs) M gl ext k T r' c.
Proof.
  intros GM W A.
  assert (EV : sat D (kind_of defs) M gl ext T r c -> sat D (kind_of defs) M gl ext T r' c) by (intros H; eapply sat_agree; [exact GM|exact W|apply agree_sym; exact A|exact H]).
  assert (ON : stays D (kind_of defs) M gl ext T r c -> stays D (kind_of defs) M gl ext T r' c).
  { intros H args v Ha Hc. assert (E : forall v s, hs D (mO M) (sv r) v s <-> hs D (mO M) (sv r') v s) by (intros; apply hs_seq, A).
    assert (Ha' : sorted_args D M (f_ps T) (sv r) args).
    { clear - Ha E. revert args Ha. induction (f_ps T) as [|[s q|U] ps IH]; intros [|[w|k] args]; simpl; try tauto.
      - intros [H1 H2]. split; [apply E|]; auto.
      - auto. }
    destruct (H args v Ha' Hc) as [H1 _]. split; [apply E; auto|]. intros A1 Q1.
    destruct (proj2 (has_depth (kind_of defs) M gl ext) _ _ _ Hc) as [n Hn].
    eapply (stays_to_agree GM) with (r := r) (n := S n); eauto. apply stays_all. auto. }
  destruct k; simpl; tauto.
Qed.

Theorem check_sound s c A : check s c = Accepted A -> holds_modulo s A.
Proof.
  unfold check. set (D := data s). destruct (theory_ok D (s_defs s)) eqn:OK; try discriminate.
  destruct (bad_axiom _ _ _ _); try discriminate.
  set (used := axioms_used _ _). destruct (lemmas_ok _ _ _ _ _) as [known|] eqn:EL; try discriminate.
  destruct (claim_ok s c) eqn:EC0; try discriminate.
  destruct (globals_ok _ _ _ _ _ _ _ _ _) as [l|] eqn:EG; try discriminate. intros [= <-].
  set (gl := global_clo (s_globals s)).
  unfold claim_ok in EC0. destruct (nth_error (s_globals s) (s_claim s)) as [[C0 [f0|]]|] eqn:EC; try discriminate.
  assert (HAVE : forall g, g < length (s_globals s) -> exists k, gl g = Some k).
  { apply closures_exist. intros g C f Eg.
    destruct (globals_ok_at _ _ _ _ _ _ _ _ _ EG _ Eg) as (d & cs & k0 & l' & m & GC & _). unfold global_conds in GC. simpl in GC.
    destruct (wft _ _ _ _); try discriminate. destruct d; try discriminate. destruct (closed_fn g f); auto; discriminate. }
  (* of every function, what is claimed is true, if the assumptions hold *)
  assert (G : forall M, good D (s_defs s) M -> assumptions_hold s (Assumed used l) M -> forall ext, libraries_hold s M ext ->
    forall g C b, nth_error (s_globals s) g = Some (Global C b) ->
    exists k, gl g = Some k /\ forall r, says D (kind_of (s_defs s)) M gl ext (s_reading s) (sc_type C) r k).
  { intros M GM [HA HC] ext HL. fold D in HA, HC.
    assert (HK : forall f r, In f known -> dn D (kind_of (s_defs s)) M r f).
    { eapply lemmas_sound; eauto. apply mask_sound. intros j f Hj Ef r. eapply HA; eauto. }
    induction g as [g IHg] using lt_wf_ind. intros C b Eg.
    destruct (globals_ok_at _ _ _ _ _ _ _ _ _ EG _ Eg) as (d & cs & k0 & l' & m & GC & ED & IN). unfold global_conds in GC. simpl in GC, ED.
    destruct (wft _ _ _ _) eqn:W; try discriminate.
    destruct b as [f|], d as [d|]; try discriminate.
    2: { exists (Lib g). split; [unfold gl, global_clo; destruct g; cbn [clo_of]; rewrite Eg; auto|]. apply HL. auto. }
    destruct (closed_fn g f) eqn:CF; try discriminate.
    assert (HClaims : forall h U, claims_upto (s_globals s) g h = Some U ->
      exists k, gl h = Some k /\ forall r, says D (kind_of (s_defs s)) M gl ext (s_reading s) (sc_type U) r k).
    { intros h U E. unfold claims_upto in E. destruct (h <? g) eqn:L; try discriminate. apply Nat.ltb_lt in L.
      destruct (nth_error (s_globals s) h) as [[U' b']|] eqn:Eh; try discriminate. injection E as <-. eauto. }
    assert (I : rootF D (s_defs s) (sc_preds C) (s_reading s) (claims_upto (s_globals s) g) d f = Some (sc_type C, cs)).
    { destruct (rootF _ _ _ _ _ _ _) as [[T cs2]|]; try discriminate. destruct (fty_eqb T (sc_type C)) eqn:F; try discriminate.
      apply fty_eqb_sound in F. injection GC as <-. subst T. reflexivity. }
    assert (CT : Forall (cond_true D (s_defs s) M) cs).
    { eapply discharge_sound; eauto. }
    assert (CLO : gl g = close_fn gl [] f) by (unfold gl; eapply closed_global; eauto).
    destruct (HAVE g) as (k & Ek); [apply nth_error_Some; congruence|]. exists k. split; auto. intros r. rewrite CLO in Ek.
    eapply says_agree with (r := Env (fun _ => dflt) (gho r) (nu r) (bnd r) (sv r) (pv r)); [exact GM|exact W| |].
    - constructor; simpl; auto; try (intros [] ?; discriminate); try discriminate; try (intros ? ?; tauto).
    - eapply root_sound; eauto. constructor; auto; try (intros [] ? ; discriminate); try (intros [] ? ?; discriminate).
      + intros [|l0]; reflexivity.
      + constructor; simpl; try (intros [] ? ; discriminate); try (intros [] ? ?; discriminate); discriminate. }
  destruct (HAVE (s_claim s)) as (k0 & Ek0); [apply nth_error_Some; congruence|]. exists C0, f0, k0. split; auto. split; auto.
  intros M GM HA ext HL r. destruct (G M GM HA ext HL _ _ _ EC) as (k & Ek & S). rewrite Ek0 in Ek. injection Ek as <-. auto.
Qed.
(** Nothing was assumed. *)
Corollary check_valid s c : check s c = Accepted nothing -> holds s.
Proof. apply check_sound. Qed.
