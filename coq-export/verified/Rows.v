(** * From rows to trees

    [load] makes trees of the rows of a certificate ([Tables]). Nothing is proved about it: what an audit claims is [holds_modulo] of
    the statement that [load] returns, so [load] is among the definitions to read. It is kept boring.

    Numbers of rows are binary, so that [vm_compute] can load thousands of rows; a row refers to rows before it, so each is
    built once and shared. Rows that break a rule of the format are refused with their table and number: expressions must be
    well-sorted, as in the kernel, also those that nothing uses. What the kernel refuses only where a derivation or proof uses it becomes
    something that nothing accepts ([unscoped], [no_term], [never], [no_rule], [no_prim]), so that both refuse at the same place. *)
From Verified Require Export Tables.
Set Implicit Arguments.

(** ** Loading *)
Definition lenN {A} (l : list A) : N := N.of_nat (length l).
Section Load.
  Variable R : rows.
  (** Sort parameters of a datatype. *)
  Definition arity (d : N) : option N :=
    if N.ltb d 2 then Some 0%N else option_map dt_params (nth_error (r_datatypes R) (N.to_nat (d - 2))).
  Definition load_sort (T : table sort) (r : sort_row) : option sort :=
    match r with
    | IntR => Some SInt
    | DataR d args =>
        let? n := arity d in check! N.eqb n (lenN args) in let? args := allof (row T) args in Some (SData (N.to_nat d) args)
    | AbstractR i => Some (SAbs (N.to_nat i))
    | OpaqueR i => check! N.ltb i (r_opaque R) in Some (SOpq (N.to_nat i))
    end.
  (** Whether the sort parameters are among the first [n]. *)
  Fixpoint scoped (n : nat) (s : sort) : bool :=
    match s with SInt | SOpq _ => true | SAbs i => i <? n | SData _ args => forallb (scoped n) args end.
  Fixpoint escoped (n : nat) (e : expr) : bool :=
    match e with
    | EBound _ s | ELocal _ s | EGhost _ s | ENu s => scoped n s
    | ECtor s _ args => scoped n s && forallb (escoped n) args
    | EFn _ ss args => forallb (scoped n) ss && forallb (escoped n) args
    | EPred _ args => forallb (escoped n) args
    | EBin _ a b => escoped n a && escoped n b
    | EDiv a _ | EMod a _ | ENot a => escoped n a
    | EIte c a b => escoped n c && (escoped n a && escoped n b)
    | EQuant _ s a => scoped n s && escoped n a
    | EInt _ | ELit _ _ | ETrue | EFalse => true
    end.
  Fixpoint tscoped (n : nat) (T : fty) : bool :=
    match T with FT ps req res ens =>
      forallb (fun p => match p with PB s q => scoped n s && escoped n q | PF T => tscoped n T end) ps
      && (escoped n req && (scoped n res && escoped n ens))
    end.
  (** An expression with its type, whether it is a formula that can be decided, and the bound variables that are loose in it with
      their sorts, in increasing order ([None]: at different sorts). *)
  Record typed := Typed { x_expr : expr; x_ty : ty; x_dec : bool; x_loose : list (nat * option sort) }.
  Fixpoint join (a : list (nat * option sort)) : list (nat * option sort) -> list (nat * option sort) :=
    fix go b := match a, b with
      | [], _ => b
      | _, [] => a
      | (i, s) :: a', (j, t) :: b' =>
          if i <? j then (i, s) :: join a' b else if j <? i then (j, t) :: go b'
          else (i, match s, t with Some s', Some t' => if sort_eqb s' t' then s else None | _, _ => None end) :: join a' b'
      end.
  Definition joins (xs : list typed) : list (nat * option sort) := fold_right (fun x acc => join (x_loose x) acc) [] xs.
  (** Below a binder of the sort [s]: variable 0 has this sort. *)
  Definition unbind (s : sort) (l : list (nat * option sort)) : option (list (nat * option sort)) :=
    let lower := map (fun v => (pred (fst v), snd v)) in
    match l with
    | (O, Some t) :: l => if sort_eqb s t then Some (lower l) else None
    | (O, None) :: _ => None
    | _ => Some (lower l)
    end.
  Definition term_at (s : sort) (x : typed) : bool := match x_ty x with TS t => sort_eqb t s | TF => false end.
  Definition is_formula (x : typed) : bool := match x_ty x with TF => true | TS _ => false end.
  Fixpoint terms_at (xs : list typed) (ss : list sort) : bool :=
    match xs, ss with [], [] => true | x :: xs, s :: ss => term_at s x && terms_at xs ss | _, _ => false end.
  Definition erow (E : table typed) (i : N) : option expr := option_map x_expr (row E i).
  Definition frow (E : table typed) (i : N) : option expr :=
    match row E i with Some x => if is_formula x then Some (x_expr x) else None | None => None end.
  (** A closed formula with so many sort parameters. *)
  Definition load_formula (E : table typed) (sorts e : N) : option expr :=
    let? f := erow E e in check! escoped (N.to_nat sorts) f in Some f.
  (** The signature of a definition. *)
  Definition signature := (N * list sort * option sort * bool)%type.
  Definition load_signature (S : table sort) (r : def_row) : option signature :=
    let? ps := allof (row S) (dr_params r) in
    let? res := maybe (row S) (dr_result r) in
    let n := N.to_nat (dr_sorts r) in
    check! forallb (scoped n) ps && match res with Some s => scoped n s | None => true end in
    Some (dr_sorts r, ps, res, dr_decidable r).
  Definition ghost : N := 1073741824.
  Definition load_expr (D : datatypes) (F : table signature) (S : table sort) (T : table typed) (r : expr_row) : option typed :=
    let var e s l := Some (Typed e (TS s) true l) in
    match r with
    | BoundR i s => let? s := row S s in var (EBound (N.to_nat i) s) s [(N.to_nat i, Some s)]
    | LocalR l s => let? s := row S s in
        var (if N.ltb l ghost then ELocal (N.to_nat l) s else EGhost (N.to_nat (l - ghost)) s) s []
    | NuR s => let? s := row S s in var (ENu s) s []
    | IntegerR z => var (EInt z) SInt []
    | LiteralR l s => check! N.ltb l (r_literals R) in
        match row S s with Some (SOpq i) => var (ELit (N.to_nat l) i) (SOpq i) [] | _ => None end
    | CtorR s t args =>
        let? s := row S s in let? xs := allof (row T) args in let? ss := fields D s (N.to_nat t) in
        check! terms_at xs ss in var (ECtor s (N.to_nat t) (map x_expr xs)) s (joins xs)
    | FnR d ss args =>
        let? (n, ps, res, dec) := row F d in check! N.eqb n (lenN ss) in
        let? ss := allof (row S) ss in let? xs := allof (row T) args in
        check! terms_at xs (map (ssub ss) ps) in
        Some (Typed (EFn (N.to_nat d) ss (map x_expr xs)) (match res with Some s => TS (ssub ss s) | None => TF end) dec (joins xs))
    | PredVarR p args =>
        let? xs := allof (row T) args in check! forallb (fun x => negb (is_formula x)) xs in
        Some (Typed (EPred (N.to_nat p) (map x_expr xs)) TF false (joins xs))
    | BinR o a b =>
        let? a := row T a in let? b := row T b in
        let out t dec := Some (Typed (EBin o (x_expr a) (x_expr b)) t dec (join (x_loose a) (x_loose b))) in
        match o with
        | Add | Sub | Mul => check! term_at SInt a && term_at SInt b in out (TS SInt) true
        | Le | Lt => check! term_at SInt a && term_at SInt b in out TF true
        | Eq => match x_ty a with TS s => check! term_at s b in out TF true | TF => None end
        | And | Or | Imp | Iff => check! is_formula a && is_formula b in out TF (x_dec a && x_dec b)
        end
    | DivR a k => let? a := row T a in check! Z.ltb 0 k && term_at SInt a in var (EDiv (x_expr a) k) SInt (x_loose a)
    | ModR a k => let? a := row T a in check! Z.ltb 0 k && term_at SInt a in var (EMod (x_expr a) k) SInt (x_loose a)
    | IteR c a b =>
        let? c := row T c in let? a := row T a in let? b := row T b in
        match x_ty a with
        | TS s => check! is_formula c && x_dec c && term_at s b in
            var (EIte (x_expr c) (x_expr a) (x_expr b)) s (joins [c; a; b])
        | TF => None end
    | TrueR => Some (Typed ETrue TF true [])
    | FalseR => Some (Typed EFalse TF true [])
    | NotR a => let? a := row T a in check! is_formula a in Some (Typed (ENot (x_expr a)) TF (x_dec a) (x_loose a))
    | QuantR q s a =>
        let? s := row S s in let? a := row T a in check! is_formula a in
        let? l := unbind s (x_loose a) in Some (Typed (EQuant q s (x_expr a)) TF false l)
    end.
  Definition load_datatype (S : table sort) (r : datatype_row) : option (list (list sort)) :=
    let? cs := allof (allof (row S)) (dt_ctors r) in
    check! forallb (forallb (scoped (N.to_nat (dt_params r)))) cs in Some cs.
  Definition load_def (E : table typed) (F : table signature) (i : N) (r : def_row) : option def :=
    let? (_, ps, res, dec) := row F i in
    let? b := match dr_body r with
      | DirectR e => option_map BDirect (load_formula E (dr_sorts r) e)
      | CasesR on cs => option_map (BCases (N.to_nat on)) (allof (load_formula E (dr_sorts r)) cs)
      | OpaqueBodyR => Some BOpaque end in
    Some (Def (N.to_nat (dr_sorts r)) ps res dec (N.to_nat (dr_group r)) b).
  Definition load_param (S : table sort) (E : table typed) (T : table fty) (p : param_row) : option param :=
    match p with
    | BaseR s q => let? s := row S s in let? q := frow E q in Some (PB s q)
    | FunR t => option_map PF (row T t)
    end.
  Definition load_type (S : table sort) (E : table typed) (T : table fty) (r : type_row) : option fty :=
    let? ps := allof (load_param S E T) (tr_params r) in
    let? q := frow E (tr_requires r) in let? s := row S (tr_result r) in let? e := frow E (tr_ensures r) in
    Some (FT ps q s e).
  (** Branches are in increasing order of constructors. *)
  Fixpoint increasing (bs : list (N * N)) : bool :=
    match bs with
    | (a, _) :: (((b, _) :: _) as rest) => N.ltb a b && increasing rest
    | _ => true
    end.
  Definition branches_ok (r : core_row) : option unit :=
    match r with MatchR _ bs => check! increasing bs in Some tt | _ => Some tt end.
  Section Program.
    Variables (S : table sort) (E : table typed) (T : table fty) (F : table fun_row).
    (** Only bodies before the row that mentions them are in the table [C]. *)
    Definition load_fn (C : table core) (f : N) : option fn :=
      let? r := row F f in
      match r with
      | VarR l => Some (FVar (N.to_nat l))
      | GlobalFunR g ss => let? ss := allof (row S) ss in Some (FGlobal (N.to_nat g) ss)
      | LamR t c => let? t := row T t in let? c := row C c in Some (FLam t c)
      | FixR t c => let? t := row T t in let? c := row C c in Some (FFix t c)
      end.
    (** No rule accepts it: its arguments are no values. *)
    Definition no_prim : prim := IntRange ETrue ETrue.
    Definition load_prim (p : prim_row) : option prim :=
      match p with
      | IntGenR => Some IntGen | BoolGenR => Some BoolGen | NatGenR => Some NatGen
      | IntRangeR a b => let? a := erow E a in let? b := erow E b in Some (IntRange a b)
      | OpaqueGenR s => option_map (fun s => match s with SOpq i => OpaqueGen i | _ => no_prim end) (row S s)
      | DivOfR a b => let? a := erow E a in let? b := erow E b in Some (DivOf a b)
      | ModOfR a b => let? a := erow E a in let? b := erow E b in Some (ModOf a b)
      | EvalR e => option_map Eval (erow E e)
      end.
    Definition load_core (C : table core) (r : core_row) : option core :=
      match r with
      | RetR e => option_map Ret (erow E e)
      | ErrR s => option_map Err (row S s)
      | LetER a b => let? a := row C a in let? b := row C b in Some (LetE a b)
      | LetVR f e => let? f := load_fn C f in let? e := row C e in Some (LetV f e)
      | OpR p => option_map Op (load_prim p)
      | AppR f args =>
          let? f := load_fn C f in
          let? args := allof (fun a => match a with
            | BaseArgR e => option_map AE (erow E e) | FunArgR f => option_map AF (load_fn C f) end) args in
          Some (App f args)
      | MatchR e bs =>
          let? e := erow E e in
          let? bs := allof (fun b => option_map (pair (N.to_nat (fst b))) (row C (snd b))) bs in
          Some (Match e (tlist (map fst bs)) (tpairs bs))
      end.
    (** No context makes this type well-formed. *)
    Definition unscoped : fty := FT [] (EInt 0) SInt ETrue.
    Definition load_global (C : table core) (r : global_row) : option global :=
      let? ps := allof (allof (row S)) (gr_preds r) in
      let? t := row T (gr_claim r) in
      let n := N.to_nat (gr_sorts r) in
      let t := if forallb (forallb (scoped n)) ps && tscoped n t then t else unscoped in
      let? b := maybe (load_fn C) (gr_body r) in
      Some (Global (Scheme n ps t) b).
  End Program.
  Section Proof.
    Variables (S : table sort) (E : table typed) (T : table fty) (L : table lemma_row) (axioms : N).
    Definition load_line (l : leaf_row) : option line :=
      match l with
      | LiteralL i => Some (LLit (N.to_nat i))
      | CongruentL a b => let? a := erow E a in let? b := erow E b in Some (LCong a b)
      | DivLowL d => option_map LDivLow (erow E d) | DivHighL d => option_map LDivHigh (erow E d)
      | CombineL ps => Some (LComb (map (fun p => (fst p, N.to_nat (snd p))) ps))
      | EqualL a b i j => let? a := erow E a in let? b := erow E b in Some (LEq a b (N.to_nat i) (N.to_nat j))
      end.
    Fixpoint distinct (ss : list sort) : bool :=
      match ss with [] => true | s :: ss => negb (existsb (sort_eqb s) ss) && distinct ss end.
    (** No goal accepts it. *)
    Definition never : step := Step (Inst ETrue ETrue) [].
    Definition known_at (wanted : N) (i : N) (ss ts : list N) (next : N) (P : table step) : option step :=
      let? sorts := allof (row S) ss in let? terms := allof (erow E) ts in let? next := row P next in
      Some (if N.eqb wanted (lenN ss) then Step (Known (N.to_nat i) sorts terms) [next] else never).
    Definition load_step (P : table step) (r : step_row) : option step :=
      let ex := erow E in
      let one k n := let? k := k in let? n := row P n in Some (Step k [n]) in
      let two k a b := let? k := k in let? a := row P a in let? b := row P b in Some (Step k [a; b]) in
      match r with
      | IntroR n => one (Some Intro) n
      | SplitR a b => two (Some Split) a b
      | LeftR n => one (Some GoLeft) n
      | RightR n => one (Some GoRight) n
      | WitnessR t n => one (option_map Witness (ex t)) n
      | ExactR => Some (Step Exact [])
      | AbsurdR n => one (Some Absurd) n
      | OrElimR f a b => two (option_map OrElim (ex f)) a b
      | ObtainR f n => one (option_map Obtain (ex f)) n
      | InstR f t n => one (let? f := ex f in option_map (Inst f) (ex t)) n
      | ApplyR f a b => two (option_map Apply (ex f)) a b
      | IffPartsR f n => one (option_map IffParts (ex f)) n
      | NotPushR f n => one (option_map NotPush (ex f)) n
      | CaseR t ns => let? t := ex t in option_map (Step (Case t)) (allof (row P) ns)
      | CutR f a b => two (option_map Cut (ex f)) a b
      | IteSplitR t a b => two (option_map IteSplit (ex t)) a b
      | UnfoldR t c n => one (let? t := ex t in option_map (Unfold t) (maybe ex c)) n
      | UnfoldFactR f c n => one (let? f := ex f in option_map (UnfoldFact f) (maybe ex c)) n
      | UnfoldGoalR c n => one (option_map UnfoldGoal (maybe ex c)) n
      | LemmaR l ss ts n =>
          let? lemma := row L l in known_at (lr_sorts lemma) (axioms + l) ss ts n P
      | AxiomStepR a ss ts n =>
          let? axiom := nth_error (r_axioms R) (N.to_nat a) in known_at (ar_sorts axiom) a ss ts n P
      | HaveR f a b => two (option_map Have (ex f)) a b
      | InductR ms ns =>
          let? ms := allof (fun m => let? s := row S (fst m) in option_map (pair s) (ex (snd m))) ms in
          (* One motive for each sort. *)
          let? next := allof (row P) ns in Some (if distinct (map fst ms) then Step (Induct ms) next else never)
      | LeafR fs ls => let? fs := allof ex fs in let? ls := allof load_line ls in Some (Step (Ground fs ls) [])
      end.
    Definition load_evidence (P : table step) (e : evidence_row) : option evidence :=
      match e with CheckedR s => option_map Shown (row P s) | CrossCheckedR => Some TwoSolvers | SolverR => Some OneSolver end.
    (** No rule accepts it. *)
    Definition no_rule : der := TPolyPred TErr [].
    Definition no_only : oder := OPolyPred OErr [].
    (** A node is a derivation of one reading, or of both. Where a rule has a premise of another reading than its own, nothing accepts it. *)
    Definition every (Ns : table root) (n : N) : option der :=
      option_map (fun d => match d with RootEvery d => d | _ => no_rule end) (row Ns n).
    Definition only (Ns : table root) (n : N) : option oder :=
      option_map (fun d => match d with RootOnly o => o | _ => no_only end) (row Ns n).
    Definition load_node (P : table step) (Ns : table root) (r : node_row) : option root :=
      let ev := every Ns in
      let on := only Ns in
      let is := option_map RootEvery in
      let stays := option_map RootOnly in
      match r with
      | TConstR => is (Some TConst) | TVarBaseR => is (Some TVarBase) | TVarFunR => is (Some TVarFun) | TErrR => is (Some TErr)
      | TLetER a b => is (let? a := ev a in let? b := ev b in Some (TLetE a b))
      | TLetVR a b => is (let? a := ev a in let? b := ev b in Some (TLetV a b))
      | TAppOpR => is (Some TAppOp)
      | TAppR f p => is (let? f := ev f in let? p := load_evidence P p in Some (TApp f [] p))
      | TAppFunR f gs p =>
          is (let? f := ev f in let? gs := allof ev gs in let? p := load_evidence P p in
              Some (match gs with [] => no_rule | _ => TApp f gs p end))
      | TMatchR i n => is (let? n := ev n in Some (TMatch (N.to_nat i) n))
      | TMergeR a b => is (let? a := ev a in let? b := ev b in Some (TMerge a b))
      | TGuardR e n => is (let? e := erow E e in let? n := ev n in Some (TGuard e n))
      | TSubR e n p => is (let? e := erow E e in let? n := ev n in let? p := load_evidence P p in Some (TSub e n p))
      | TEqR e n p => is (let? e := erow E e in let? n := ev n in let? p := load_evidence P p in Some (TEq e n p))
      | TFunR t n => is (let? t := row T t in let? n := ev n in Some (TFun t n))
      | TFixR t ms n => is (let? t := row T t in let? ms := allof (erow E) ms in let? n := ev n in Some (TFix t ms n))
      | TFixRankR t e n => is (let? t := row T t in let? e := erow E e in let? n := ev n in Some (TFixRank t e n))
      | SubArrR t n p => is (let? t := row T t in let? n := ev n in let? p := load_evidence P p in Some (SubArr t n p))
      | TPolyTypeR n => option_map (fun d => match d with
          | RootEvery d => RootEvery (TPolyType d) | RootOnly o => RootOnly (OPolyType o) | TExactly _ _ => RootEvery no_rule end) (row Ns n)
      | TPolyPredR n es =>
          let? n := row Ns n in let? es := allof (erow E) es in
          Some (match n with
            | RootEvery d => RootEvery (TPolyPred d es) | RootOnly o => RootOnly (OPolyPred o es) | TExactly _ _ => RootEvery no_rule end)
      | ORetR => stays (Some ORet) | OErrR => stays (Some OErr) | OAppOpR => stays (Some OAppOp) | OVarFunR => stays (Some OVarFun)
      | OLetER a b => stays (let? a := on a in let? b := on b in Some (OLetE a b))
      | OLetVR a b => stays (let? a := on a in let? b := on b in Some (OLetV a b))
      | OMatchR ns => stays (option_map OMatch (allof on ns))
      | OGuardR e n => stays (let? e := erow E e in let? n := on n in Some (OGuard e n))
      | OSubR e n p => stays (let? e := erow E e in let? n := on n in let? p := load_evidence P p in Some (OSub e n p))
      | OAppR f p => stays (let? f := on f in let? p := load_evidence P p in Some (OApp f [] p))
      | OAppFunR f gs p =>
          stays (let? f := on f in let? gs := allof ev gs in let? p := load_evidence P p in
                 Some (match gs with [] => no_only | _ => OApp f gs p end))
      | OFunR t n => stays (let? t := row T t in let? n := on n in Some (OFun t n))
      | OFixR t n => stays (let? t := row T t in let? n := on n in Some (OFix t n))
      | OSubArrR t n p => stays (let? t := row T t in let? n := on n in let? p := load_evidence P p in Some (OSubArr t n p))
      | TExactlyR a b => let? a := ev a in let? b := on b in Some (TExactly a b)
      end.
    (** No formula. *)
    Definition no_term : expr := EInt 0.
    Definition load_lemma (P : table step) (l : lemma_row) : option (expr * step) :=
      let? f := erow E (lr_statement l) in
      let f := if escoped (N.to_nat (lr_sorts l)) f then f else no_term in
      option_map (pair f) (row P (lr_proof l)).
  End Proof.
  (** The theory without its axioms. *)
  Definition load_theory : result (table sort * N * list (list (list sort)) * table signature * table typed * N * list def) :=
    let! (S0, ns) := build WSorts load_sort (r_sorts R) 0 Empty in
    let! declared := each WDatatypes (load_datatype S0) (r_datatypes R) 0 in
    let D := map datatype_of ([[]; []] :: [[]] :: declared) in
    let! (F, _) := build WDefs (fun _ => load_signature S0) (r_defs R) 0 Empty in
    let! (E0, ne) := build WExprs (load_expr D F S0) (r_exprs R) 0 Empty in
    let! defs := numbered WDefs (load_def E0 F) (r_defs R) 0 in
    inl (S0, ns, declared, F, E0, ne, defs).
  Definition load : result (statement * certificate) :=
    let! (S0, ns, declared, F, E0, ne, defs) := load_theory in
    let D := map datatype_of ([[]; []] :: [[]] :: declared) in
    let! axioms := each WAxioms (fun a => load_formula E0 (ar_sorts a) (ar_statement a)) (r_axioms R) 0 in
    let! _ := each WCores branches_ok (r_cores R) 0 in
    let! (T0, nt) := build WTypes (load_type S0 E0) (r_types R) 0 Empty in
    let! (funs, _) := build WCores (fun _ f => Some f) (r_funs R) 0 Empty in
    let! (S1, _) := build WSorts load_sort (r_sorts2 R) ns S0 in
    let! (E1, _) := build WExprs (load_expr D F S1) (r_exprs2 R) ne E0 in
    let! (T1, _) := build WTypes (load_type S1 E1) (r_types2 R) nt T0 in
    let! (C, _) := build WCores (load_core S0 E0 T0 funs) (r_cores R) 0 Empty in
    let! globals := each WGlobals (load_global S0 T0 funs C) (r_globals R) 0 in
    let! (L, _) := build WLemmas (fun _ l => Some l) (r_lemmas R) 0 Empty in
    let! (P, _) := build WSteps (load_step S1 E1 L (lenN (r_axioms R))) (r_steps R) 0 Empty in
    let! (N, _) := build WNodes (load_node E1 T1 P) (r_nodes R) 0 Empty in
    let! lemmas := each WLemmas (load_lemma E1 P) (r_lemmas R) 0 in
    let! ders := each WDerivations (maybe (row N)) (r_derivations R) 0 in
    inl (Statement declared defs axioms globals (N.to_nat (r_claim R)) (r_reading R), Certificate lemmas ders).
End Load.

(** ** Sort parameters
    A derivation, its evidence, and what it visits of the program mention only the sort parameters of their function; a proof those of
    its lemma. Nothing depends on it: a sort that nothing binds has a meaning, too, and [check] does not look. It is a rule of the
    format, which the kernel keeps, and so it is looked at after [check] has accepted. *)
Section Params.
  Variable n : nat.
  Definition line_params (l : line) : bool :=
    match l with
    | LLit _ | LComb _ => true
    | LCong a b | LEq a b _ _ => escoped n a && escoped n b
    | LDivLow d | LDivHigh d => escoped n d
    end.
  Definition rule_params (k : rule) : bool :=
    let maybe c := match c with Some c => escoped n c | None => true end in
    match k with
    | Intro | Split | GoLeft | GoRight | Exact | Absurd => true
    | Witness e | OrElim e | Obtain e | Apply e | IffParts e | NotPush e | Case e | Cut e | IteSplit e | Have e => escoped n e
    | Inst f t => escoped n f && escoped n t
    | Unfold e c | UnfoldFact e c => escoped n e && maybe c
    | UnfoldGoal c => maybe c
    | Known _ ss ts => forallb (scoped n) ss && forallb (escoped n) ts
    | Induct ms => forallb (fun m => scoped n (fst m) && escoped n (snd m)) ms
    | Ground fs ls => forallb (escoped n) fs && forallb line_params ls
    end.
  Fixpoint step_params (s : step) : bool :=
    match s with Step k next => rule_params k && forallb step_params next end.
  Definition by_params (e : evidence) : bool := match e with Shown p => step_params p | _ => true end.
  Definition prim_params (p : prim) : bool :=
    match p with
    | IntGen | BoolGen | NatGen | OpaqueGen _ => true
    | IntRange a b | DivOf a b | ModOf a b => escoped n a && escoped n b
    | Eval e => escoped n e
    end.
  Fixpoint core_params (d : der) (e : core) {struct d} : bool :=
    match d, e with
    | (TConst | TVarBase), Ret v => escoped n v
    | TErr, Err s => scoped n s
    | TAppOp, Op p => prim_params p
    | TLetE d1 d2, LetE a b => core_params d1 a && core_params d2 b
    | TLetV d1 d2, LetV f b => fn_params d1 f && core_params d2 b
    | TApp d1 ds p, App f args =>
        fn_params d1 f && forallb (fun a => match a with AE v => escoped n v | AF _ => true end) args && by_params p &&
        (fix go ds fs := match ds, fs with d :: ds, f :: fs => fn_params d f && go ds fs | _, _ => true end) ds (funs args)
    | TMatch i d1, Match v tags bs =>
        escoped n v && match tget tags i with
          | Some t => match tget bs t with Some b => core_params d1 b | None => true end
          | None => true end
    | TMerge d1 d2, _ => core_params d1 e && core_params d2 e
    | TGuard psi d1, _ => escoped n psi && core_params d1 e
    | TSub tg d1 p, _ | TEq tg d1 p, _ => escoped n tg && core_params d1 e && by_params p
    | _, _ => true
    end
  with fn_params (d : der) (f : fn) {struct d} : bool :=
    match d, f with
    | TFun T d1, FLam _ b => tscoped n T && core_params d1 b
    | TFix T ms d1, FFix _ b => tscoped n T && forallb (escoped n) ms && core_params d1 b
    | TFixRank T rank d1, FFix _ b => tscoped n T && escoped n rank && core_params d1 b
    | SubArr T d1 p, _ => tscoped n T && fn_params d1 f && by_params p
    | TPolyType d1, FGlobal _ ss => forallb (scoped n) ss && fn_params d1 f
    | TPolyPred d1 phis, _ => forallb (escoped n) phis && fn_params d1 f
    | _, _ => true
    end.
  Fixpoint only_core_params (d : oder) (e : core) {struct d} : bool :=
    match d, e with
    | ORet, Ret v => escoped n v
    | OErr, Err s => scoped n s
    | OAppOp, Op p => prim_params p
    | OLetE d1 d2, LetE a b => only_core_params d1 a && only_core_params d2 b
    | OLetV d1 d2, LetV f b => only_fn_params d1 f && only_core_params d2 b
    | OApp d1 ds p, App f args =>
        only_fn_params d1 f && forallb (fun a => match a with AE v => escoped n v | AF _ => true end) args && by_params p &&
        (fix go ds fs := match ds, fs with d :: ds, f :: fs => fn_params d f && go ds fs | _, _ => true end) ds (funs args)
    | OMatch ns, Match v tags bs =>
        escoped n v &&
        (fix go i ns := match ns with
          | [] => true
          | d :: ns => match tget tags i with
              | Some t => match tget bs t with Some b => only_core_params d b | None => true end
              | None => true end && go (S i) ns end) 0 ns
    | OGuard psi d1, _ => escoped n psi && only_core_params d1 e
    | OSub tg d1 p, _ => escoped n tg && only_core_params d1 e && by_params p
    | _, _ => true
    end
  with only_fn_params (d : oder) (f : fn) {struct d} : bool :=
    match d, f with
    | OFun T d1, FLam _ b => tscoped n T && only_core_params d1 b
    | OFix T d1, FFix _ b => tscoped n T && only_core_params d1 b
    | OSubArr T d1 p, _ => tscoped n T && only_fn_params d1 f && by_params p
    | OPolyType d1, FGlobal _ ss => forallb (scoped n) ss && only_fn_params d1 f
    | OPolyPred d1 phis, _ => forallb (escoped n) phis && only_fn_params d1 f
    | _, _ => true
    end.
  Definition root_params (d : root) (f : fn) : bool :=
    match d with
    | RootEvery d => fn_params d f
    | RootOnly o => only_fn_params o f
    | TExactly d o => fn_params d f && only_fn_params o f
    end.
End Params.
(** One more than the largest sort parameter of these rows. *)
Definition top_param (rs : list sort_row) (most : N) : N :=
  fold_left (fun most r => match r with AbstractR i => N.max most (N.succ i) | _ => most end) rs most.
(** The first lemma or function that mentions another sort parameter than its own. Most have as many as any row mentions, and
    are not walked. *)
Definition stray_param (R : rows) (s : statement) (c : certificate) : option place :=
  let top := N.to_nat (top_param (r_sorts2 R) (top_param (r_sorts R) 0)) in
  let lemma := fix go i ls rs := match ls, rs with
    | (_, p) :: ls, r :: rs =>
        let n := N.to_nat (lr_sorts r) in if (top <=? n) || step_params n p then go (S i) ls rs else Some (AtLemma i)
    | _, _ => None end in
  let fn := fix go i gs ds := match gs, ds with
    | g :: gs, d :: ds =>
        let n := sc_sorts (g_scheme g) in
        let good := match g_body g, d with Some f, Some d => (top <=? n) || root_params n d f | _, _ => true end in
        if good then go (S i) gs ds else Some (AtGlobal i)
    | _, _ => None end in
  match lemma 0 (c_lemmas c) (r_lemmas R) with Some p => Some p | None => fn 0 (s_globals s) (c_ders c) end.

(** ** An audit: load, then check *)
Inductive outcome := Holds (s : statement) (A : assumed) | Refuted (p : place) | Malformed (w : which) (i : N).
(** Where rows are refused, the theory comes first. *)
Definition malformed (R : rows) (w : which) (i : N) : outcome :=
  match load_theory R with
  | inl (_, _, declared, _, _, _, defs) =>
      if theory_ok (map datatype_of ([[]; []] :: [[]] :: declared)) defs then Malformed w i else Refuted AtTheory
  | inr _ => Malformed w i
  end.
Definition audit (R : rows) : outcome :=
  match load R with
  | inl (s, c) =>
      match check s c with
      | Accepted A => match stray_param R s c with None => Holds s A | Some p => Refuted p end
      | Refused p => Refuted p end
  | inr (w, i) => malformed R w i
  end.
Lemma malformed_holds R w i s A : malformed R w i <> Holds s A.
Proof.
  unfold malformed. destruct (load_theory R) as [[[[[[[? ?] declared] ?] ?] ?] defs]|]; try discriminate.
  destruct (theory_ok _ _); discriminate.
Qed.
Theorem audit_sound R s A : audit R = Holds s A -> holds_modulo s A /\ holds_run s A.
Proof.
  unfold audit. destruct (load R) as [[s0 c]|[w i]]; [|intros H; destruct (malformed_holds _ _ _ H)].
  destruct (check s0 c) eqn:C; try discriminate. destruct (stray_param R s0 c); try discriminate.
  intros [= <- <-]. split; [eapply check_sound|eapply check_sound_run]; eauto.
Qed.

(** ** By reflection *)
(** What the rows of a certificate claim, if nothing is assumed. *)
Definition claims_hold (R : rows) : Prop :=
  match load R with inl (s, _) => holds s /\ holds_run s nothing | inr _ => False end.
Definition valid (R : rows) : bool :=
  match audit R with Holds _ (Assumed [] []) => true | _ => false end.
Theorem valid_holds R : valid R = true -> claims_hold R.
Proof.
  unfold valid, claims_hold. destruct (audit R) as [s A| |] eqn:E; try discriminate.
  destruct A as [[] []]; try discriminate. intros _. pose proof (audit_sound _ E) as H.
  unfold audit in E. destruct (load R) as [[s0 c]|[w i]]; [|destruct (malformed_holds _ _ _ E)].
  destruct (check s0 c); try discriminate. destruct (stray_param R s0 c); try discriminate. injection E as <- _. exact H.
Qed.
(** What they claim under the assumptions that the checker lists: axioms and conditions by number. *)
Definition claims_hold_modulo (R : rows) (axioms conds : list nat) : Prop :=
  exists s c A, load R = inl (s, c) /\ a_axioms A = axioms /\ map fst (a_conds A) = conds /\ holds_modulo s A /\ holds_run s A.
Definition valid_modulo (R : rows) (axioms conds : list nat) : bool :=
  match audit R with
  | Holds _ A => list_eqb Nat.eqb (a_axioms A) axioms && list_eqb Nat.eqb (map fst (a_conds A)) conds
  | _ => false
  end.
Theorem valid_modulo_holds R axioms conds : valid_modulo R axioms conds = true -> claims_hold_modulo R axioms conds.
Proof.
  unfold valid_modulo, claims_hold_modulo. destruct (audit R) as [s A| |] eqn:E; try discriminate.
  rewrite andb_true_iff. intros [H1 H2]. pose proof (audit_sound _ E) as H.
  assert (Q : forall xs ys, list_eqb Nat.eqb xs ys = true -> xs = ys).
  { intros xs ys. apply list_eqb_sound. apply Forall_forall. intros x _ y Hxy. apply Nat.eqb_eq; auto. }
  unfold audit in E. destruct (load R) as [[s0 c]|[w i]]; [|destruct (malformed_holds _ _ _ E)].
  destruct (check s0 c); try discriminate. destruct (stray_param R s0 c); try discriminate. injection E as <- <-. exists s0, c, A0. repeat split; try tauto; apply Q; auto.
Qed.
