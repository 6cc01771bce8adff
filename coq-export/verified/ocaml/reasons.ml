(* Why a file is refused, and where: in the words of the kernel (kernel/src/reject.rs), so that the two can be compared.

   Asked only after the checker has refused, and nothing rests on the answer: it is not proved, and a wrong one is a wrong message. It goes
   through a file in the order of the kernel, which proves a condition where it meets it, and stops at the first check that fails. What a
   step or rule leaves to be shown is computed by the functions of the checker; what is here is which check comes when, and its name.

   Not chosen: reasons in the checker itself. Every theorem would carry them, and conditions would have to be proved inside a derivation. *)

open Checker

exception Because of string

let no why = raise (Because why)
let unless good why = if not good then no why
let where = ref ""
let at place f = where := place; f ()

(* ---- what may be mentioned ---- *)

type scope = { ctx : ctx; sorts : int; defs : def list }

let sort_in scope s = unless (scoped scope.sorts s) "UnboundSortParameter"
let rec sort_of defs = function
  | EBound (_, s) | ELocal (_, s) | EGhost (_, s) | ENu s | ECtor (s, _, _) -> TS s
  | EInt _ | EDiv _ | EMod _ | EBin ((Add | Sub | Mul), _, _) -> TS SInt
  | ELit (_, i) -> TS (SOpq i)
  | EFn (d, ss, _) -> (match (get defs d).d_res with Some s -> TS (ssub ss s) | None -> TF)
  | EIte (_, a, _) -> sort_of defs a
  | EPred _ | EBin _ | ETrue | EFalse | ENot _ | EQuant _ -> TF
let is_formula_of defs e = match sort_of defs e with TF -> true | TS _ -> false
let has_sort defs s e = match sort_of defs e with TS t -> sort_eqb s t | TF -> false
(* The parts, the last one first: the order in which the kernel's stack gives them back. *)
let parts = function
  | ECtor (_, _, args) | EFn (_, _, args) | EPred (_, args) -> List.rev args
  | EBin (_, a, b) -> [ b; a ]
  | EDiv (a, _) | EMod (a, _) | ENot a | EQuant (_, _, a) -> [ a ]
  | EIte (c, a, b) -> [ b; a; c ]
  | EBound _ | ELocal _ | EGhost _ | ENu _ | EInt _ | ELit _ | ETrue | EFalse -> []
let below depth = function EQuant _ -> depth + 1 | _ -> depth
let rec loose depth e =
  Meter.step ();
  match e with EBound (i, _) -> i + 1 - depth | e -> List.fold_left (fun most p -> max most (loose (below depth e) p)) 0 (parts e)
let rec exists_in test e = Meter.step (); test e || List.exists (exists_in test) (parts e)
let is_at s = function Some t -> sort_eqb s t | None -> false

(* [bound]: the sorts of loose variables, the innermost first. *)
let in_scope scope bound nu e =
  unless (escoped scope.sorts e) "UnboundSortParameter";
  unless (loose 0 e <= List.length bound) "LooseVariable";
  let rec visit depth e =
    Meter.step ();
    (match e with
     | ELocal (l, s) -> unless (is_at s (Option.join (nth_error scope.ctx.c_loc l))) "UnboundLocal"
     | EGhost (l, s) -> unless (is_at s (nth_error scope.ctx.c_gho l)) "UnboundLocal"
     | EBound (i, s) -> unless (i < depth || is_at s (Option.join (nth_error bound (i - depth)))) "LooseVariable"
     | ENu s -> unless (is_at s nu) "UnboundNu"
     | EPred (p, args) ->
       let fits = match nth_error scope.ctx.c_preds p with
         | Some ss -> List.length ss = List.length args && List.for_all2 (has_sort scope.defs) ss args | None -> false in
       unless fits "UnboundPredicate"
     | _ -> ());
    List.iter (visit (below depth e)) (parts e) in
  visit 0 e

let supplied scope e = in_scope scope [] None e
let term scope s e = unless (has_sort scope.defs s e) "SortMismatch"; supplied scope e
let formula scope e = unless (is_formula_of scope.defs e) "SortMismatch"; supplied scope e
let rec type_in scope outer (FT (params, requires, result, ensures)) =
  let seen = List.fold_left (fun seen param -> match param with
    | PB (s, q) -> sort_in scope s; in_scope scope seen (Some s) q; Some s :: seen
    | PF t -> type_in scope seen t; None :: seen) outer params in
  sort_in scope result;
  in_scope scope seen None requires;
  in_scope scope seen (Some result) ensures

(* ---- evidence ---- *)

(* [formulas]: axioms and lemmas, each with the number of its sort parameters. *)
type known = { data : datatypes; all_defs : def list; formulas : (int * expr) list; params : int }

let scope_of k ctx = { ctx; sorts = k.params; defs = k.all_defs }

let leaf k ctx facts goal listed lines =
  let scope = scope_of k ctx and int = has_sort k.all_defs SInt in
  List.iter (fun f -> unless (mem f facts) "NotAFact") listed;
  List.iter (function
    | LLit _ | LComb _ -> ()
    | LCong (a, b) | LEq (a, b, _, _) -> supplied scope a; supplied scope b
    | LDivLow d | LDivHigh d -> supplied scope d) lines;
  let literals = listed @ (match goal with EFalse -> [] | ENot p -> [ p ] | _ -> [ ENot goal ]) in
  let row rows i = match nth_error rows i with Some r -> r | None -> no "BadLine" in
  let rec go st rows = function
    | [] -> unless (clash st || last_bad rows) "NotRefuted"
    | line :: rest ->
      Meter.step ();
      unless (not (clash st || last_bad rows)) "BadLine";
      (match line with
       | LLit i -> unless (lit_row (row literals i) <> None) "NotALiteral"
       | LCong (a, b) -> unless (int a && expr_eqb (root st.s_c a) (root st.s_c b)) "NotCongruent"
       | LDivLow d | LDivHigh d -> (match d with EDiv _ -> () | _ -> no "FactMismatch")
       | LComb parts -> List.iter (fun (c, i) -> unless (c <> Z0) "BadCoefficient"; ignore (row rows i)) parts
       | LEq (a, b, i, j) ->
         unless (int a && int b) "SortMismatch";
         List.iter (fun (x, y, i) ->
           let wanted = lsub (lz st.s_c x) (lz st.s_c y) in
           unless (leqb (relin st.s_c (row rows i)) wanted) "NotAnEquality") [ (a, b, i); (b, a, j) ]);
      (match do_line k.data k.all_defs ctx literals st rows line with Some (st, rows) -> go st rows rest | None -> no "") in
  go (start k.data k.all_defs ctx literals) [] lines

(* Whether the body of an application can be had: at a constructor, or at something that is known to be one. *)
let unfolds k facts t as_ctor =
  Option.iter (fun c ->
    match (match t with EFn (d, _, args) -> analysed k.all_defs d args | _ -> None) with
    | None -> no "CannotUnfold"
    | Some a ->
      unless (match sort_of k.all_defs a with TS s -> has_sort k.all_defs s c | TF -> false) "SortMismatch";
      unless (mem (EBin (Eq0, a, c)) facts) "NotAFact") as_ctor;
  match t with
  | EFn (d, ss, args) -> unless (unfold_body k.all_defs d ss args as_ctor <> None) "CannotUnfold"
  | _ -> no "CannotUnfold"

let instance k scope (params, f) sorts terms =
  List.iter (sort_in scope) sorts;
  List.iter (supplied scope) terms;
  unless (List.length sorts = params) "WrongArity";
  ignore (List.fold_left (fun f t -> match f with
    | EQuant (All, s, a) -> unless (has_sort k.all_defs s t) "SortMismatch"; inst a t
    | _ -> no "BadInstance") (isub sorts f) terms)

let motives k scope goal ms branches =
  let rec each before = function
    | [] -> ()
    | (s, f) :: rest ->
      let new_ = is_formula_of k.all_defs f && is_data s && scoped k.params s && not (List.exists (sort_eqb s) before) in
      unless new_ "BadMotive";
      in_scope scope [] (Some s) f;
      each (s :: before) rest in
  each [] ms;
  (match ms with
   | (s, f) :: _ -> unless (expr_eqb goal (EQuant (All, s, close_nu f))) "BadMotive"
   | [] -> no "BadMotive");
  unless (List.fold_left (fun n (s, _) -> n + n_ctors k.data s) 0 ms = branches) "WrongBranches"

(* Whether a step fits the goal and the facts. *)
let fits k ctx facts goal rule next =
  let scope = scope_of k ctx in
  let fact f = unless (mem f facts) "NotAFact" in
  let other () = no "FactMismatch" and decidable f = dec (kind_of k.all_defs) f in
  match rule, goal with
  | Intro, (EQuant (All, _, _) | EBin (Imp, _, _) | ENot _) | Split, EBin ((And | Iff), _, _) | (GoLeft | GoRight), EBin (Or, _, _) -> ()
  | Witness t, EQuant (Ex, s, _) -> term scope s t
  | (Intro | Split | GoLeft | GoRight | Witness _), _ -> no "GoalMismatch"
  | Exact, _ -> unless (goal = ETrue || mem goal facts) "NotAFact"
  | Absurd, _ -> ()
  | OrElim f, _ -> fact f; (match f with EBin (Or, _, _) -> () | _ -> other ())
  | Obtain f, _ -> fact f; (match f with EQuant (Ex, _, _) -> () | _ -> other ())
  | Inst (f, t), _ -> fact f; (match f with EQuant (All, s, _) -> term scope s t | _ -> other ())
  | Apply f, _ -> fact f; (match f with EBin (Imp, _, _) -> () | _ -> other ())
  | IffParts f, _ -> fact f; (match f with EBin (Iff, _, _) -> () | _ -> other ())
  | NotPush f, _ ->
    fact f;
    (match f with
     | ENot (ETrue | ENot _ | EBin ((And | Or | Imp | Iff), _, _) | EQuant (Ex, _, _) as p) ->
       unless (not_push k.all_defs p <> None) "NotDecidable"
     | _ -> other ())
  | Case t, _ ->
    (match sort_of k.all_defs t with
     | TF -> no "SortMismatch"
     | TS s ->
       supplied scope t;
       unless (is_data s) "SortMismatch";
       unless (n_ctors k.data s = next) "WrongBranches")
  | Cut f, _ -> formula scope f; unless (decidable f) "NotDecidable"
  | IteSplit t, _ -> supplied scope t; (match t with EIte _ -> () | _ -> other ())
  | Unfold (t, c), _ -> supplied scope t; unfolds k facts t c
  | UnfoldFact (f, c), _ -> fact f; unfolds k facts (match f with ENot p -> p | p -> p) c
  | UnfoldGoal c, _ -> unfolds k facts goal c
  | Known (i, ss, ts), _ -> (match nth_error k.formulas i with Some f -> instance k scope f ss ts | None -> no "ForwardLemma")
  | Have f, _ -> formula scope f
  | Induct ms, _ -> motives k scope goal ms next
  | Ground (fs, ls), _ -> leaf k ctx facts goal fs ls

let rec prove k ctx facts goal (Step (rule, next)) =
  Meter.step ();
  fits k ctx facts goal rule (List.length next);
  match plan k.data k.all_defs (List.map snd k.formulas) ctx facts goal rule with
  | Some branches when List.length branches = List.length next ->
    List.iter2 (fun step ((ss, fs), goal) -> prove k (add_gho ctx ss) (app (flat_map flat fs) facts) goal step) next branches
  | _ -> no ""

(* ---- derivations ---- *)

(* What a derivation gives a function, and how it is read. *)
type typed_fn = Is of reading * fty | Binds of reading * int * sort list list * fty

(* Nodes are rows, and not the trees of the checker, which have no place for a premise that is read in another way than its rule wants. *)
type tables = { nodes : node_row array; expr : n -> expr; fty : n -> fty; proof : n -> step }
type here = { k : known; t : tables; reading : reading; preds : sort list list; globals : global list; current : int;
  slots : slotty list; ghosts : sort list; facts : expr list }

let ctx_of h = xctx h.preds h.slots h.ghosts
let scope_at h = scope_of h.k (ctx_of h)
let computed h e =
  unless (not (exists_in (function EGhost _ -> true | _ -> false) e)) "UnboundLocal";
  supplied (scope_at h) e
let value h e =
  computed h e;
  unless (is_value e) "NotAValue";
  match sort_of h.k.all_defs e with TS s -> s | TF -> no "SortMismatch"
let condition h ctx facts goal by =
  let before = !where in
  (match by with
   | CheckedR step -> at (Printf.sprintf "global %d evidence" h.current) (fun () -> prove h.k ctx facts goal (h.t.proof step))
   | CrossCheckedR | SolverR -> ());
  where := before
(* What a premise gives, which must be read like this. *)
let premise reading (found, s, phi) = unless (found = reading) "OtherKind"; (s, phi)
let fun_premise reading = function
  | Is (found, t) -> unless (found = reading) "OtherKind"; t
  | Binds _ -> no "NotInstantiated"
let scheme reading sorts preds t = if sorts = 0 && preds = [] then Is (reading, t) else Binds (reading, sorts, preds, t)
let entered h t = { h with slots = bound_ctx h.slots t; facts = app (flat_map flat (bound_facts h.slots t)) h.facts }
let known_as reading t = match reading with Only -> CO t | _ -> CF t

let operation h p =
  if p == no_prim then no "BadPrimitive";
  (match p with
   | IntGen | BoolGen | NatGen | OpaqueGen _ -> ()
   | IntRange (a, b) | DivOf (a, b) | ModOf (a, b) ->
     let sorts = List.map (value h) [ a; b ] in
     unless (List.for_all (sort_eqb SInt) sorts) "SortMismatch"
   | Eval e -> computed h e; unless (not (is_formula_of h.k.all_defs e) || dec (kind_of h.k.all_defs) e) "BadPrimitive");
  match prim_cov h.k.data h.k.all_defs h.preds h.slots p with Some covered -> covered | None -> no ""
let returned h e = match e with Ret v -> let s = value h v in (v, s, EBin (Eq0, ENu s, v)) | _ -> no "RuleMismatch"
let node h i = h.t.nodes.(Certificate.of_n i)

let rec core h d e =
  Meter.step ();
  let every (s, phi) = (Every, s, phi) and only (s, phi) = (Only, s, phi) in
  let variable wanted =
    let v, s, phi = returned h e in
    unless (is_local v = wanted) "RuleMismatch";
    (s, phi) in
  let failing () = match e with Err s -> sort_in (scope_at h) s; (s, EFalse) | _ -> no "RuleMismatch" in
  let op () = match e with Op p -> operation h p | _ -> no "RuleMismatch" in
  let target_of target s =
    let target = h.t.expr target in
    unless (is_formula_of h.k.all_defs target) "SortMismatch";
    in_scope (scope_at h) [] (Some s) target;
    target in
  let retarget reading target from by relate =
    let s, phi = premise reading (core h from e) in
    let target = target_of target s in
    condition h (ctx_of h) h.facts (EQuant (All, s, close_nu (relate phi target))) by;
    (s, target) in
  let bound reading d1 d2 = match e with
    | LetE (a, b) ->
      let next = List.length h.slots in
      let s, phi = premise reading (core h d1 a) in
      let fact = at_nu phi (ELocal (next, s)) in
      let s2, psi = premise reading (core { h with slots = h.slots @ [ CB s ]; facts = app (flat fact) h.facts } d2 b) in
      (s2, EQuant (Ex, s, close_loc next 1 (EBin (And, fact, psi))))
    | _ -> no "RuleMismatch" in
  let bound_fun reading d1 d2 = match e with
    | LetV (f, b) ->
      let t = fun_premise reading (fn h d1 f) in
      premise reading (core { h with slots = h.slots @ [ known_as reading t ] } d2 b)
    | _ -> no "RuleMismatch" in
  let guarded reading psi d1 =
    let psi = h.t.expr psi in
    formula (scope_at h) psi;
    let s, phi = premise reading (core { h with facts = app (flat psi) h.facts } d1 e) in
    (s, psi, phi) in
  match node h d with
  | TConstR -> every (variable false)
  | TVarBaseR -> every (variable true)
  | ORetR -> let _, s, phi = returned h e in only (s, phi)
  | TErrR -> every (failing ())
  | OErrR -> only (failing ())
  | TAppOpR -> every (op ())
  | OAppOpR -> only (op ())
  | TLetER (d1, d2) -> every (bound Every d1 d2)
  | OLetER (d1, d2) -> only (bound Only d1 d2)
  | TLetVR (d1, d2) -> every (bound_fun Every d1 d2)
  | OLetVR (d1, d2) -> only (bound_fun Only d1 d2)
  | TAppR (f, by) -> every (call h Every f [] by e)
  | OAppR (f, by) -> only (call h Only f [] by e)
  | TAppFunR (f, (_ :: _ as gs), by) -> every (call h Every f gs by e)
  | OAppFunR (f, (_ :: _ as gs), by) -> only (call h Only f gs by e)
  | TMatchR (i, d1) -> every (branch h Every (Certificate.of_n i) d1 e)
  | OMatchR ds ->
    let count = match e with
      | Match (_, tags, _) -> let rec from i = if tget tags i = None then i else from (i + 1) in from 0
      | _ -> no "RuleMismatch" in
    unless (count = List.length ds) "NotEachBranch";
    let join (joined, i) d1 =
      let s, some = branch h Only i d1 e in
      let joined = match joined with
        | None -> (s, some)
        | Some (before, phi) -> unless (sort_eqb before s) "SortMismatch"; (before, EBin (Or, phi, some)) in
      (Some joined, i + 1) in
    (match List.fold_left join (None, 0) ds with Some joined, _ -> only joined | None, _ -> no "BadBranches")
  | TMergeR (d1, d2) ->
    let first = core h d1 e in
    let s2, q = premise Every (core h d2 e) in
    let s, p = premise Every first in
    unless (sort_eqb s s2) "SortMismatch";
    every (s, EBin (Or, p, q))
  | TGuardR (psi, d1) -> let s, psi, phi = guarded Every psi d1 in every (s, EBin (And, psi, phi))
  | OGuardR (psi, d1) -> let s, psi, phi = guarded Only psi d1 in only (s, EBin (Imp, psi, phi))
  | TSubR (target, from, by) -> every (retarget Every target from by (fun phi target -> EBin (Imp, target, phi)))
  | TEqR (target, from, by) -> every (retarget Every target from by (fun phi target -> EBin (Iff, target, phi)))
  | OSubR (target, from, by) -> only (retarget Only target from by (fun phi target -> EBin (Imp, phi, target)))
  | _ -> no "RuleMismatch"

and branch h reading i d1 e = match e with
  | Match (v, tags, bodies) ->
    let next = List.length h.slots in
    let tag = match tget tags i with Some tag -> tag | None -> no "NoSuchBranch" in
    let s = value h v in
    unless (is_data s) "SortMismatch";
    let ss = match fields h.k.data s tag with Some ss -> ss | None -> no "NoSuchConstructor" in
    let body = match tget bodies tag with Some body -> body | None -> no "NoSuchBranch" in
    let fact = EBin (Eq0, v, ECtor (s, tag, lvars next ss)) in
    let s2, psi = premise reading (core { h with slots = h.slots @ List.map (fun s -> CB s) ss; facts = fact :: h.facts } d1 body) in
    (s2, exs ss (close_loc next (List.length ss) (EBin (And, fact, psi))))
  | _ -> no "RuleMismatch"

and call h reading d ds by e =
  let f, args = match e with App (f, args) -> (f, args) | _ -> no "RuleMismatch" in
  unless (List.length (funs args) = List.length ds) "RuleMismatch";
  let t = fn h d f in
  let given = List.map2 (fn h) ds (funs args) in
  (* The last one first: the order in which the kernel's stack gives them back. *)
  let given = List.rev_map (fun_premise Every) (List.rev given) in
  let t = fun_premise reading t in
  let rec fit params args given before = match params, args with
    | [], [] -> ()
    | PB (s, _) :: params, AE e :: args ->
      unless (sort_eqb s (value h e)) "BadArguments";
      fit params args given (before @ [ e ])
    | PF wanted :: params, AF _ :: args ->
      (match given with
       | g :: given -> unless (fty_eqb g (tinst before wanted)) "ArgumentNotParameter"; fit params args given (before @ [ EInt Z0 ])
       | [] -> no "RuleMismatch")
    | _ -> no "BadArguments" in
  fit (f_ps t) args given [];
  let values = avals args in
  condition h (ctx_of h) h.facts (admissible t values) by;
  (f_res t, insts values (f_ens t))

and fn h d f =
  Meter.step ();
  let claimed t simple = type_in (scope_at h) [] t; unless (fty_eqb (erase t) simple) "ClaimMismatch" in
  let integer t nu m =
    unless (has_sort h.k.all_defs SInt m) "BadMeasure";
    in_scope (scope_at h) (bsorts [] (f_ps t)) nu m in
  let body reading inner d1 b t promised =
    let s, phi = premise reading (core inner d1 b) in
    unless (sort_eqb s (f_res t) && expr_eqb phi (insts (own h.slots t) promised)) "BodyNotClaim" in
  let lambda reading t d1 = match f with
    | FLam (simple, b) ->
      claimed t simple;
      body reading (entered h t) d1 b t (f_ens t);
      Is (reading, t)
    | _ -> no "RuleMismatch" in
  let recursive () = match f with FFix (simple, b) -> (simple, b) | _ -> no "RuleMismatch" in
  let known reading =
    let says found = unless (found = reading || found = Exactly) "OtherKind" in
    match f with
    | FVar l ->
      (match nth_error h.slots l with
       | Some (CF t) -> says Every; Is (reading, t)
       | Some (CO t) -> says Only; Is (reading, t)
       | Some (CB _) -> no "NotAFunction"
       | None -> no "BadReference")
    | FGlobal (g, _) ->
      unless (g < h.current) "ForwardGlobal";
      says h.reading;
      (match nth_error h.globals g with
       | Some { g_scheme = c; _ } -> scheme reading c.sc_sorts c.sc_preds c.sc_type
       | None -> no "BadReference")
    | FLam _ | FFix _ -> no "RuleMismatch" in
  let subtype reading t d1 by =
    let old = fun_premise reading (fn h d1 f) in
    type_in (scope_at h) [] t;
    unless (same_params (f_ps t) (f_ps old) && sort_eqb (f_res t) (f_res old)) "ShapeMismatch";
    let inner = entered h t and values = own h.slots t in
    let implied = if reading = Only then EBin (Imp, f_ens old, f_ens t) else EBin (Imp, f_ens t, f_ens old) in
    let included = EQuant (All, f_res t, close_nu (insts values implied)) in
    condition h (ctx_of inner) inner.facts (EBin (And, admissible old values, included)) by;
    Is (reading, t) in
  match node h d with
  | TVarFunR -> known Every
  | OVarFunR -> known Only
  | TFunR (t, d1) -> lambda Every (h.t.fty t) d1
  | OFunR (t, d1) -> lambda Only (h.t.fty t) d1
  | TFixR (t, ms, d1) ->
    let simple, b = recursive () and t = h.t.fty t and ms = List.map h.t.expr ms in
    claimed t simple;
    List.iter (integer t None) ms;
    unless (ms <> []) "BadMeasure";
    let smaller = decrease ms (own h.slots t) in
    let requires = if f_req t = ETrue then smaller else EBin (And, f_req t, smaller) in
    let inner = entered h t in
    body Every { inner with slots = inner.slots @ [ CF (FT (f_ps t, requires, f_res t, f_ens t)) ] } d1 b t (f_ens t);
    Is (Every, t)
  | OFixR (t, d1) ->
    let simple, b = recursive () and t = h.t.fty t in
    claimed t simple;
    let inner = entered h t in
    body Only { inner with slots = inner.slots @ [ CO t ] } d1 b t (f_ens t);
    Is (Only, t)
  | TFixRankR (t, rank, d1) ->
    let simple, b = recursive () and t = h.t.fty t and rank = h.t.expr rank in
    claimed t simple;
    integer t (Some (f_res t)) rank;
    let k = EGhost (List.length h.ghosts, SInt) and zero = EInt Z0 in
    let here = EBin (And, f_ens t, EBin (And, EBin (Le, zero, rank), EBin (Lt0, rank, k))) in
    let inner = entered h t in
    let inner = { inner with ghosts = h.ghosts @ [ SInt ]; facts = EBin (Le, zero, k) :: inner.facts;
      slots = inner.slots @ [ CF (FT (f_ps t, f_req t, f_res t, here)) ] } in
    body Every inner d1 b t (EBin (And, f_ens t, EBin (Eq0, rank, k)));
    Is (Every, FT (f_ps t, f_req t, f_res t, EBin (And, f_ens t, EBin (Le, zero, rank))))
  | SubArrR (t, d1, by) -> subtype Every (h.t.fty t) d1 by
  | OSubArrR (t, d1, by) -> subtype Only (h.t.fty t) d1 by
  | TExactlyR (d1, d2) ->
    let first = fn h d1 f in
    let only = fun_premise Only (fn h d2 f) in
    let every = fun_premise Every first in
    unless (fty_eqb only every) "NotTheClaim";
    Is (Exactly, every)
  | TPolyTypeR d1 ->
    let typed = fn h d1 f in
    (match f with
     | FGlobal (_, ss) ->
       List.iter (sort_in (scope_at h)) ss;
       (match typed with
        | Binds (reading, n, preds, t) when n > 0 ->
          unless (List.length ss = n) "WrongArity";
          scheme reading 0 (List.map (List.map (ssub ss)) preds) (isubT ss t)
        | _ -> no "NotInstantiated")
     | _ -> no "RuleMismatch")
  | TPolyPredR (d1, phis) ->
    (match fn h d1 f with
     | Binds (reading, 0, preds, t) ->
       let phis = List.map h.t.expr phis in
       unless (List.length preds = List.length phis) "NotInstantiated";
       List.iter2 (fun phi ss ->
         unless (is_formula_of h.k.all_defs phi) "SortMismatch";
         in_scope (scope_at h) (List.rev_map (fun s -> Some s) ss) None phi) phis preds;
       Is (reading, psubT phis t)
     | _ -> no "NotInstantiated")
  | _ -> no "RuleMismatch"

(* ---- rows ---- *)

let int = Certificate.of_n
let prefix n rows = List.filteri (fun i _ -> i < n) rows

(* Why row [i] of a table is refused, given what comes before it. *)
let bad_expr data sigs sorts before = function
  | CtorR (s, t, args) ->
    (match row sorts s with
     | Some (SData _ as s) ->
       (match fields data s (int t) with
        | None -> "NoSuchConstructor"
        | Some ss -> if List.length ss <> List.length args then "WrongArity" else "SortMismatch")
     | Some _ -> "SortMismatch" | None -> "BadReference")
  | FnR (d, ss, args) ->
    (match row sigs d with
     | Some (((n, ps), _), _) -> if int n <> List.length ss || List.length ps <> List.length args then "WrongArity" else "SortMismatch"
     | None -> "BadReference")
  | DivR (_, k) | ModR (_, k) -> (match k with Zpos _ -> "SortMismatch" | _ -> "DivisorNotPositive")
  | IteR (c, _, _) ->
    (match row before c with Some c when is_formula c && not c.x_dec -> "NotDecidable" | _ -> "SortMismatch")
  | BoundR _ | LocalR _ | NuR _ | IntegerR _ | TrueR | FalseR -> "BadReference"
  | LiteralR _ | PredVarR _ | BinR _ | NotR _ | QuantR _ -> "SortMismatch"

let load_all place why rows build =
  where := place;
  match build rows with
  | Inl loaded -> loaded
  | Inr (_, i) -> no (why (int i))

(* A definition: sorts, scope, whether it can be decided, and that it calls itself on smaller values. *)
let definition data defs i =
  let d = get defs i in
  let body fields e =
    let ctx = dctx (d.d_params @ fields) in
    supplied { ctx; sorts = d.d_ns; defs } e;
    unless (match d.d_res with Some s -> has_sort defs s e | None -> is_formula_of defs e) "SortMismatch";
    unless (d.d_res <> None || not d.d_dec || dec (kind_of defs) e) "NotDecidable";
    let rec calls e =
      Meter.step ();
      (match e with
       | EFn (callee, _, args) ->
         let callee = get defs callee in
         if callee.d_group > d.d_group then no "ForwardCall";
         if callee.d_group = d.d_group then (
           let analysed = match callee.d_body with BCases (on, _) -> nth_error args on | _ -> None in
           match analysed with Some (ELocal (l, _)) when l >= List.length d.d_params -> () | _ -> no "NotStructural")
       | _ -> ());
      List.iter calls (parts e) in
    calls e in
  match d.d_body with
  | BOpaque -> ()
  | BDirect e -> body [] e
  | BCases (on, cases) ->
    (match nth_error d.d_params on with
     | Some s ->
       unless (is_data s && n_ctors data s = List.length cases) "BadCases";
       List.iteri (fun tag e -> body (Option.value ~default:[] (fields data s tag)) e) cases
     | None -> no "BadCases")

(* The definitions of a theory, also of one that cannot be loaded because a sort parameter is out of scope. *)
let definitions r sigs exprs =
  let expr e = match erow exprs e with Some e -> e | None -> no "BadReference" in
  List.mapi (fun i d ->
    match row sigs (Certificate.n_of i) with
    | Some (((_, d_params), d_res), d_dec) ->
      let d_body = match d.dr_body with
        | DirectR e -> BDirect (expr e) | CasesR (on, es) -> BCases (int on, List.map expr es) | OpaqueBodyR -> BOpaque in
      { d_ns = int d.dr_sorts; d_params; d_res; d_dec; d_group = int d.dr_group; d_body }
    | None -> no "BadReference") r.r_defs

let closed defs sorts e =
  unless (is_formula_of defs e) "SortMismatch";
  supplied { ctx = nowhere; sorts; defs } e

let rows r =
  let bad_sort rows first i = match List.nth rows (i - first) with DataR _ -> "WrongArity" | _ -> "BadReference" in
  let sorts, count = load_all "sorts" (bad_sort r.r_sorts 0) r.r_sorts (fun rows -> build WSorts (load_sort r) rows N0 Empty) in
  let declared = load_all "datatypes" (fun _ -> "UnboundSortParameter") r.r_datatypes (fun rows -> each WDatatypes (load_datatype sorts) rows N0) in
  let data = map datatype_of ([ []; [] ] :: [ [] ] :: declared) in
  let sigs, _ = load_all "defs" (fun _ -> "UnboundSortParameter") r.r_defs (fun rows -> build WDefs (fun _ -> load_signature sorts) rows N0 Empty) in
  let exprs sorts table first before =
    let from = int first in
    let load rows = build WExprs (load_expr r data sigs sorts) rows first before in
    let why i =
      let before = match load (prefix (i - from) table) with Inl (t, _) -> t | Inr _ -> before in
      bad_expr data sigs sorts before (List.nth table (i - from)) in
    load_all "exprs" why table load in
  let e0, e_count = exprs sorts r.r_exprs N0 Empty in
  let defs = definitions r sigs e0 in
  at "defs" (fun () -> List.iteri (fun i _ -> definition data defs i) defs);
  let axioms = at "axioms" (fun () -> List.map (fun a ->
    match erow e0 a.ar_statement with Some e -> closed defs (int a.ar_sorts) e; (int a.ar_sorts, e) | None -> no "BadReference") r.r_axioms) in
  ignore (load_all "cores" (fun _ -> "BadBranches") r.r_cores (fun rows -> each WCores branches_ok rows N0));
  let types table sorts exprs first before =
    load_all "types" (fun _ -> "SortMismatch") table (fun rows -> build WTypes (load_type sorts exprs) rows first before) in
  let t0, t_count = types r.r_types sorts e0 N0 Empty in
  let s1, _ = load_all "sorts" (bad_sort r.r_sorts2 (int count)) r.r_sorts2 (fun rows -> build WSorts (load_sort r) rows count sorts) in
  let e1, _ = exprs s1 r.r_exprs2 e_count e0 in
  let t1, _ = types r.r_types2 s1 e1 t_count t0 in
  (data, defs, axioms, s1, e1, t1)

(* Steps as they are written, also those that [load] replaces by one that no goal accepts. *)
let as_written r sorts exprs lemmas steps step =
  let axioms = lenN r.r_axioms in
  let some = function Some x -> x | None -> no "BadReference" in
  let all f l = List.map (fun x -> some (f x)) l in
  let known i ss ts next =
    Some (Step (Known (int i, all (row sorts) ss, all (erow exprs) ts), all (row steps) [ next ])) in
  match step with
  | LemmaR (l, ss, ts, next) -> known (N.add axioms l) ss ts next
  | AxiomStepR (a, ss, ts, next) -> known a ss ts next
  | InductR (ms, next) -> Some (Step (Induct (List.combine (all (row sorts) (List.map fst ms)) (all (erow exprs) (List.map snd ms))), all (row steps) next))
  | _ -> load_step r sorts exprs lemmas axioms steps step

(* ---- a file ---- *)

let everything r =
  let data, all_defs, axioms, sorts, exprs, types = rows r in
  where := "";
  match load r with
  | Inr _ -> no ""
  | Inl (s, c) ->
    let found = function Inl x -> x | Inr _ -> no "" in
    let table, _ = found (build WLemmas (fun _ l -> Some l) r.r_lemmas N0 Empty) in
    let steps, _ = found (build WSteps (as_written r sorts exprs table) r.r_steps N0 Empty) in
    let there = function Some x -> x | None -> no "" in
    let t = { nodes = Array.of_list r.r_nodes; expr = (fun e -> there (erow exprs e)); fty = (fun t -> there (row types t));
      proof = (fun s -> there (row steps s)) } in
    let c_lemmas = found (each WLemmas (load_lemma exprs steps) r.r_lemmas N0) in
    let lemma formulas i ((f, proof), row) =
      at (Printf.sprintf "lemma %d" i) (fun () ->
        let params = int row.lr_sorts in
        let f = Option.value ~default:f (erow exprs row.lr_statement) in
        closed all_defs params f;
        prove { data; all_defs; formulas; params } nowhere [] f proof;
        formulas @ [ (params, f) ]) in
    let lemmas = List.combine c_lemmas r.r_lemmas in
    let formulas, _ = List.fold_left (fun (known, i) l -> (lemma known i l, i + 1)) (axioms, 0) lemmas in
    at "claim" (fun () -> unless (claim_ok s c) "MissingDerivation");
    List.iteri (fun current ((g, written), d) ->
      at (Printf.sprintf "global %d derivation" current) (fun () ->
        let { sc_sorts; sc_preds; sc_type } = g.g_scheme in
        let k = { data; all_defs; formulas; params = sc_sorts } in
        let h = { k; t; reading = s.s_reading; preds = sc_preds; globals = s.s_globals; current; slots = []; ghosts = []; facts = [] } in
        (* As it is written: the checker has another one in place of a type with stray sort parameters. *)
        List.iter (List.iter (sort_in (scope_at h))) sc_preds;
        type_in (scope_at h) [] (t.fty written.gr_claim);
        match g.g_body, d with
        | None, None -> ()
        | Some f, Some d ->
          let claimed = match fn h d f with Is (reading, t) -> reading = s.s_reading && fty_eqb t sc_type | Binds _ -> false in
          unless claimed "NotTheClaim"
        | _ -> no "MissingDerivation")) (List.combine (List.combine s.s_globals r.r_globals) r.r_derivations)

(* The place and the reason, in the kernel's words; none if there is no mistake to be found. *)
let of_rows r =
  where := "";
  match everything r with
  | () -> None
  | exception Because "" -> None
  | exception Because why -> Some (!where, why)
