(* covenant-verified: audits certificates with the checker that is proved in Rocq (checker.ml, extracted).

   One JSON object per file. What is printed of a statement comes from the tree that was checked.

   Work and memory are counted (meter.ml): a file that asks for more than its size allows is declined, and so is one whose trees are
   deeper than the stack. *)

open Checker

let text_of = function
  | AtTheory -> "a definition of the theory" | AtAxiom i -> Printf.sprintf "axiom %d" i | AtClaim -> "the claimed function"
  | AtGlobal i -> Printf.sprintf "the derivation of global %d" i | AtLemma i -> Printf.sprintf "the proof of lemma %d" i
  | AtCondition (g, i) -> Printf.sprintf "the evidence of condition %d, in the derivation of global %d" i g
let table_of = function
  | WSorts -> "sorts" | WDatatypes -> "datatypes" | WExprs -> "exprs" | WDefs -> "defs" | WAxioms -> "axioms" | WTypes -> "types"
  | WCores -> "cores" | WGlobals -> "globals" | WNodes -> "nodes" | WLemmas -> "lemmas" | WSteps -> "steps" | WDerivations -> "derivations"

(* For a comparison with the kernel: what is wrong, in a word or two. *)
let word_of = function
  | AtTheory -> "defs" | AtAxiom _ -> "axioms" | AtClaim -> "claim" | AtGlobal i -> Printf.sprintf "global %d derivation" i
  | AtLemma i -> Printf.sprintf "lemma %d" i | AtCondition (g, _) -> Printf.sprintf "global %d evidence" g

(* ---- one file ---- *)

type report = {
  verdict : string; reason : string; place : string; why : string; claim : (string * string) option; assumptions : (string * string) list }

let report ?(place = "") ?(why = "") verdict reason = { verdict; reason; place; why; claim = None; assumptions = [] }
(* A word of the kernel for a reason, as words. *)
let in_words why =
  let b = Buffer.create (String.length why + 8) in
  String.iteri (fun i c ->
    if i > 0 && Char.uppercase_ascii c = c then Buffer.add_char b ' ';
    Buffer.add_char b (Char.lowercase_ascii c)) why;
  Buffer.contents b
(* The checker refuses, and says where. Why, and where the kernel would find it, is looked for afterwards. *)
let refused rows place text =
  match Reasons.of_rows rows with
  | Some (place, why) -> report ~place ~why "refused" (text ^ ": " ^ in_words why)
  | None | exception (Meter.Exhausted _ | Stack_overflow | Out_of_memory) -> report ~place "refused" text
let audited (file : Certificate.t) =
  match audit file.rows with
  | Refuted place -> refused file.rows (word_of place) (text_of place)
  | Malformed (table, i) ->
    refused file.rows (table_of table) (Printf.sprintf "row %d of the table %s" (Certificate.of_n i) (table_of table))
  | Holds (s, a) ->
    let t = Notation.make file in
    let numbered kind keep l = List.concat (List.mapi (fun i x -> if keep x then [ (kind, i) ] else []) l) in
    let name (kind, i) = (kind, Notation.at (match kind with "symbol" -> t.defs | "library" -> t.globals | _ -> t.axioms) i) in
    let axioms = List.map (fun i -> ("axiom", i)) (List.sort compare a.a_axioms) in
    let symbols = numbered "symbol" (fun d -> d.d_body = BOpaque) s.s_defs in
    let libraries = numbered "library" (fun g -> g.g_body = None) s.s_globals in
    let condition (i, c) = ((match c.k_by with TwoSolvers -> "cross-checked" | _ -> "solver"), Printf.sprintf "condition %d" i) in
    let assumptions = List.map name (axioms @ symbols @ libraries) @ List.map condition a.a_conds in
    { verdict = (if assumptions = [] then "valid" else "valid-modulo"); reason = ""; place = ""; why = ""; claim = Some (Notation.claim t s s.s_claim); assumptions }

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
  let fields = [ field "file" name; field "hash" hash; field "verdict" r.verdict; field "reason" r.reason; field "why" r.why ] @ claim in
  Printf.printf "{%s,\"assumptions\":[%s]}\n%!" (String.concat "," fields) (String.concat "," (List.map assumption r.assumptions))

let judged text =
  Meter.start (String.length text);
  match audited (Certificate.read text) with
  | r -> r
  | exception Certificate.Bad why -> report ~place:"file" "refused" why
  | exception Meter.Exhausted why -> report "declined" why
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
      Printf.printf "%s\t%s\t%s\t%s\n%!" r.verdict r.place r.why r.reason
    done
  with End_of_file -> ()

let () =
  (* Most of what a check allocates is short-lived. *)
  Gc.set { (Gc.get ()) with minor_heap_size = 1 lsl 21; space_overhead = 400 };
  match List.tl (Array.to_list Sys.argv) with
  | [] | [ "--help" ] -> print_endline "usage: covenant-verified CERT...\n\nAudits certificates with the checker that is proved in Rocq: a JSON object per file."
  | [ "--version" ] -> Printf.printf "covenant-verified, certificate format %Ld\n" Certificate.newest_version
  | [ "--stream" ] -> stream ()
  | names -> if not (List.fold_left (fun good name -> one name && good) true names) then exit 1
