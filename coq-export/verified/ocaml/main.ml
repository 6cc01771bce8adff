(* covenant-verified: audits certificates with the checker that is proved in Rocq (checker.ml, extracted).

   One JSON object per file. What is printed of a statement comes from the tree that was checked.

   A file whose trees, written out, are far larger than the file is declined, and so is one whose trees are deeper than the
   stack: the checker walks trees, not tables. *)

open Checker

let text_of = function
  | AtTheory -> "a definition of the theory" | AtAxiom i -> Printf.sprintf "axiom %d" i | AtClaim -> "the claimed function"
  | AtGlobal i -> Printf.sprintf "the derivation of global %d" i | AtLemma i -> Printf.sprintf "the proof of lemma %d" i
  | AtCondition i -> Printf.sprintf "the evidence of condition %d" i
let table_of = function
  | WSorts -> "sorts" | WDatatypes -> "datatypes" | WExprs -> "exprs" | WDefs -> "defs" | WAxioms -> "axioms" | WTypes -> "types"
  | WCores -> "cores" | WGlobals -> "globals" | WNodes -> "nodes" | WLemmas -> "lemmas" | WSteps -> "steps" | WDerivations -> "derivations"

(* ---- limits ---- *)

exception Declined of string
let most = 1 lsl 22

(* Sizes of the rows of a table, written out; [parts] are the rows of the same table that a row refers to, and [own] is what
   a row counts itself. *)
let sizes ?(own = fun _ -> 1) name before parts rows =
  let table = Array.append before (Array.make (List.length rows) 1) in
  let total = ref 0 in
  let size i row =
    let i = i + Array.length before in
    let part k = let k = Certificate.of_n k in if k < i then table.(k) else 1 in
    table.(i) <- List.fold_left (fun sum k -> min most (sum + part k)) (min most (own row)) (parts row);
    total := max !total table.(i) in
  List.iteri size rows;
  if !total >= most then raise (Declined (Printf.sprintf "the %s, written out, are too large" name));
  table
let sort_parts = function DataR (_, args) -> args | _ -> []
let expr_parts = function
  | CtorR (_, _, args) | FnR (_, _, args) | PredVarR (_, args) -> args
  | BinR (_, a, b) -> [ a; b ] | IteR (c, a, b) -> [ c; a; b ]
  | DivR (a, _) | ModR (a, _) | NotR a | QuantR (_, _, a) -> [ a ]
  | _ -> []
let step_parts = function
  | IntroR n | LeftR n | RightR n | WitnessR (_, n) | AbsurdR n | ObtainR (_, n) | InstR (_, _, n) | IffPartsR (_, n) | NotPushR (_, n)
  | UnfoldR (_, _, n) | UnfoldFactR (_, _, n) | UnfoldGoalR (_, n) | LemmaR (_, _, _, n) | AxiomStepR (_, _, _, n) -> [ n ]
  | SplitR (a, b) | OrElimR (_, a, b) | ApplyR (_, a, b) | CutR (_, a, b) | IteSplitR (_, a, b) | HaveR (_, a, b) -> [ a; b ]
  | CaseR (_, ns) | InductR (_, ns) -> ns
  | ExactR | LeafR _ -> []
let node_parts = function
  | TLetER (a, b) | TLetVR (a, b) | TMergeR (a, b) -> [ a; b ]
  | TAppR (f, _) -> [ f ] | TAppFunR (f, gs, _) -> f :: gs
  | TMatchR (_, n) | TGuardR (_, n) | TSubR (_, n, _) | TEqR (_, n, _) | TFunR (_, n) | TFixR (_, _, n) | TFixRankR (_, _, n)
  | SubArrR (_, n, _) | TPolyTypeR n | TPolyPredR (n, _) -> [ n ]
  | TConstR | TVarBaseR | TVarFunR | TErrR | TAppOpR -> []
let type_parts t = List.filter_map (function FunR k -> Some k | BaseR _ -> None) t.tr_params
let core_parts r =
  let body k = match List.nth_opt r.r_funs (Certificate.of_n k) with Some (LamR (_, c) | FixR (_, c)) -> [ c ] | _ -> [] in
  function
  | LetER (a, b) -> [ a; b ] | LetVR (f, e) -> e :: body f
  | AppR (f, args) -> body f @ List.concat_map (function FunArgR g -> body g | BaseArgR _ -> []) args
  | MatchR (_, bs) -> List.map snd bs
  | RetR _ | ErrR _ | OpR _ -> []
(* Closure compares each term with each, so leaves must be small; those of the suites have at most 58 different terms. *)
let most_terms = 200
(* What a leaf counts, against the size of a proof: the cube of its terms, in thousands. *)
let leaf_work r =
  let exprs = Array.of_list (r.r_exprs @ r.r_exprs2) in
  let leaf facts lines =
    let seen = Hashtbl.create 64 in
    let rec walk k =
      let i = Certificate.of_n k in
      if i < Array.length exprs && not (Hashtbl.mem seen i) then begin
        Hashtbl.add seen i ();
        if Hashtbl.length seen > most_terms then raise (Declined (Printf.sprintf "a leaf has more than %d terms" most_terms));
        List.iter walk (expr_parts exprs.(i))
      end in
    List.iter walk facts;
    if List.compare_length_with lines most_terms > 0 then raise (Declined (Printf.sprintf "a leaf has more than %d lines" most_terms));
    List.iter (function
      | CongruentL (a, b) | EqualL (a, b, _, _) -> walk a; walk b
      | DivLowL d | DivHighL d -> walk d
      | LiteralL _ | CombineL _ -> ()) lines;
    let terms = Hashtbl.length seen + List.length lines in
    1 + terms * terms * terms / 1000 in
  function LeafR (facts, lines) -> leaf facts lines | _ -> 1
let within_limits r =
  let both name parts first second = ignore (sizes name (sizes name [||] parts first) parts second) in
  both "sorts" sort_parts r.r_sorts r.r_sorts2;
  both "formulas" expr_parts r.r_exprs r.r_exprs2;
  both "types" type_parts r.r_types r.r_types2;
  both "programs" (core_parts r) r.r_cores [];
  both "derivations" node_parts r.r_nodes [];
  let steps = sizes ~own:(leaf_work r) "proofs" [||] step_parts r.r_steps in
  let root sum k = let k = Certificate.of_n k in min most (sum + if k < Array.length steps then steps.(k) else 0) in
  let evidence = function
    | TAppR (_, CheckedR s) | TAppFunR (_, _, CheckedR s) | TSubR (_, _, CheckedR s) | TEqR (_, _, CheckedR s) | SubArrR (_, _, CheckedR s) -> [ s ]
    | _ -> [] in
  let roots = List.map (fun l -> l.lr_proof) r.r_lemmas @ List.concat_map evidence r.r_nodes in
  if List.fold_left root 0 roots >= most then raise (Declined "the proofs, taken together, are too large")

(* ---- one file ---- *)

type report = { verdict : string; reason : string; claim : (string * string) option; assumptions : (string * string) list }

let report verdict reason = { verdict; reason; claim = None; assumptions = [] }
let audited (file : Certificate.t) =
  within_limits file.rows;
  match audit file.rows with
  | Refuted place -> report "refused" (text_of place)
  | Malformed (table, i) -> report "refused" (Printf.sprintf "row %d of the table %s" (Certificate.of_n i) (table_of table))
  | Holds (s, a) ->
    let t = Notation.make file in
    let numbered kind keep l = List.concat (List.mapi (fun i x -> if keep x then [ (kind, i) ] else []) l) in
    let name (kind, i) = (kind, Notation.at (match kind with "symbol" -> t.defs | "library" -> t.globals | _ -> t.axioms) i) in
    let axioms = List.map (fun i -> ("axiom", i)) (List.sort compare a.a_axioms) in
    let symbols = numbered "symbol" (fun d -> d.d_body = BOpaque) s.s_defs in
    let libraries = numbered "library" (fun g -> g.g_body = None) s.s_globals in
    let condition (i, c) = ((match c.k_by with TwoSolvers -> "cross-checked" | _ -> "solver"), Printf.sprintf "condition %d" i) in
    let assumptions = List.map name (axioms @ symbols @ libraries) @ List.map condition a.a_conds in
    { verdict = (if assumptions = [] then "valid" else "valid-modulo"); reason = ""; claim = Some (Notation.claim t s s.s_claim); assumptions }

let escaped text =
  let b = Buffer.create (String.length text + 2) in
  String.iter (function
    | '"' -> Buffer.add_string b "\\\"" | '\\' -> Buffer.add_string b "\\\\"
    | c when c < ' ' -> Buffer.add_string b (Printf.sprintf "\\u%04x" (Char.code c))
    | c -> Buffer.add_char b c) text;
  "\"" ^ Buffer.contents b ^ "\""
let print name hash r =
  let field key value = Printf.sprintf "%s:%s" (escaped key) (escaped value) in
  let assumption (kind, name) = Printf.sprintf "{%s,%s}" (field "kind" kind) (field "name" name) in
  let claim = match r.claim with None -> [] | Some (name, text) -> [ field "function" name; field "claim" text ] in
  let fields = [ field "file" name; field "hash" hash; field "verdict" r.verdict; field "reason" r.reason ] @ claim in
  Printf.printf "{%s,\"assumptions\":[%s]}\n%!" (String.concat "," fields) (String.concat "," (List.map assumption r.assumptions))

let judged text =
  match audited (Certificate.read text) with
  | r -> r
  | exception Certificate.Bad why -> report "refused" why
  | exception Declined why -> report "declined" why
  | exception Stack_overflow -> report "declined" "its terms are nested too deeply"
  | exception Out_of_memory -> report "declined" "there is not enough memory"

let one name =
  let contents () =
    let channel = open_in_bin name in
    Fun.protect ~finally:(fun () -> close_in channel) (fun () -> really_input_string channel (in_channel_length channel)) in
  match contents () with
  | exception Sys_error why -> print name "" (report "unreadable" why); false
  | exception End_of_file -> print name "" (report "unreadable" "the file became shorter"); false
  | text ->
    let r = judged text in
    print name (Blake3.hex (Blake3.hash text)) r;
    r.verdict = "valid" || r.verdict = "valid-modulo"

(* Certificates on standard input, each with its length before it as 4 bytes, little endian: a line for each. For tests. *)
let stream () =
  set_binary_mode_in stdin true;
  try
    while true do
      let length = Int32.to_int (String.get_int32_le (really_input_string stdin 4) 0) land 0xFFFFFFFF in
      let r = judged (really_input_string stdin length) in
      Printf.printf "%s\t%s\n%!" r.verdict r.reason
    done
  with End_of_file -> ()

let () =
  match List.tl (Array.to_list Sys.argv) with
  | [] | [ "--help" ] -> print_endline "usage: covenant-verified CERT...\n\nAudits certificates with the checker that is proved in Rocq: a JSON object per file."
  | [ "--version" ] -> Printf.printf "covenant-verified, certificate format %Ld\n" Certificate.version
  | [ "--stream" ] -> stream ()
  | names -> if not (List.fold_left (fun good name -> one name && good) true names) then exit 1
