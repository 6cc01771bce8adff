(* The claim of a statement in the notation of `covenant audit`, from the tree that was checked.

   It is a second writing of the notation, on purpose: an audit shows both texts, and says so if they differ. Names come from the
   file; they are made unique in the same way (cli/src/notation). *)

open Checker

type names = {
  sort_params : string list; preds : string list; reserved : (string, unit) Hashtbl.t;
  (* innermost first *)
  bound : string list }
type t = {
  opaque : string array; literals : string array; datatypes : string array; constructors : string array array; products : bool array;
  defs : string array; globals : string array; axioms : string array;
  (* by a hash of the formula, which looks at a few nodes only *)
  binders : (int, expr * string) Hashtbl.t;
  type_params : (int, string list) Hashtbl.t; types : type_row array; file : Certificate.t }

let keywords = String.split_on_char ' '
  "and as begin bool div else end err exists false forall fun function if in int let match mod not of or rec then true type unit with"

(* A second declaration of the same name is shown as `name#2`. *)
let space taken =
  let counts = Hashtbl.create 16 in
  List.iter (fun name -> Hashtbl.replace counts name 1) taken;
  fun name ->
    let count = 1 + Option.value (Hashtbl.find_opt counts name) ~default:0 in
    Hashtbl.replace counts name count;
    if count = 1 then name else Printf.sprintf "%s#%d" name count

let array l = Array.of_list l
let at a i = if i >= 0 && i < Array.length a then a.(i) else "?"

(* The expressions of the rows, as the checker loads them; those of the proof follow those of the statement. *)
let expressions rows =
  match load_theory rows with
  | Inr _ -> Empty
  | Inl ((((((sorts, sort_count), declared), signatures), exprs), expr_count), _) ->
    let data = List.map datatype_of ([ []; [] ] :: [ [] ] :: declared) in
    match build WSorts (load_sort rows) rows.r_sorts2 sort_count sorts with
    | Inr _ -> exprs
    | Inl (sorts, _) ->
      (match build WExprs (load_expr rows data signatures sorts) rows.r_exprs2 expr_count exprs with Inl (exprs, _) -> exprs | Inr _ -> exprs)

(* Compared by the checker's function, which counts its work. *)
let binder binders e = List.find_opt (fun (f, _) -> expr_eqb e f) (Hashtbl.find_all binders (Hashtbl.hash e))

let make (file : Certificate.t) =
  let type_name = space [ "int"; "bool"; "unit" ] and ctor_name = space [ "true"; "false"; "()" ] in
  let opaque = array (List.map type_name file.opaque_sorts) in
  let constructors = array (List.map (fun (_, names) -> array (List.map ctor_name names)) file.datatype_names) in
  let datatypes = array (List.map (fun (name, _) -> type_name name) file.datatype_names) in
  let product i row =
    let name = datatypes.(i) in
    let arity = if String.length name > 5 && String.sub name 0 5 = "tuple" then int_of_string_opt (String.sub name 5 (String.length name - 5)) else None in
    match arity, row.dt_ctors with
    | Some arity, [ fields ] -> List.length fields = arity && arity > 1 && Certificate.of_n row.dt_params = arity
    | _ -> false in
  let products = array (List.mapi product file.rows.r_datatypes) in
  let function_name = space [] in
  let globals = array (List.map function_name file.global_names) in
  let defs = array (List.map function_name file.def_names) in
  let fact_name = space [] in
  let axioms = array (List.map fact_name file.axiom_names) in
  let binders = Hashtbl.create 64 and exprs = expressions file.rows in
  let add (row_number, name) = match row exprs (Certificate.n_of row_number) with
    | Some { x_expr = e } -> if binder binders e = None then Hashtbl.add binders (Hashtbl.hash e) (e, name)
    | None -> () in
  List.iter add file.binders;
  let type_params = Hashtbl.create 16 in
  List.iter (fun (number, names) -> Hashtbl.replace type_params number names) file.type_params;
  { opaque; literals = array file.literals; datatypes; constructors; products; defs; globals; axioms; binders; type_params; types = array (file.rows.r_types @ file.rows.r_types2); file }

let all_digits text = text <> "" && String.for_all (fun c -> c >= '0' && c <= '9') text
let introduced name = String.length name > 1 && name.[0] = 'a' && all_digits (String.sub name 1 (String.length name - 1))
let fresh names wanted =
  let taken name = List.mem name names.bound || List.mem name names.preds || Hashtbl.mem names.reserved name || introduced name || List.mem name keywords in
  let plain c = c = '_' || c = '\'' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') in
  let wanted = if wanted = "" || wanted = "_" || not (String.for_all plain wanted) then "u" else wanted in
  if not (taken wanted) then wanted
  else begin
    let separator = if introduced wanted then "_" else "" in
    let rec go i = let name = Printf.sprintf "%s%s%d" wanted separator i in if taken name then go (i + 1) else name in
    go 1
  end
let bind names wanted = let name = fresh names wanted in (name, { names with bound = name :: names.bound })

let sort_param names i =
  let stated i = match List.nth_opt names.sort_params i with
    | Some name when name <> "" -> if name.[0] = '\'' then name else "'" ^ name
    | _ -> Printf.sprintf "'%c%s" (Char.chr (97 + (i mod 26))) (if i < 26 then "" else string_of_int (i / 26)) in
  let name = stated i in
  if List.exists (fun j -> stated j = name) (List.init (min i 100) Fun.id) then Printf.sprintf "%s#%d" name i else name
let pred names i =
  let stated i = match List.nth_opt names.preds i with Some name when name <> "" -> name | _ -> Printf.sprintf "P%d" i in
  let name = stated i in
  if Hashtbl.mem names.reserved name || List.exists (fun j -> stated j = name) (List.init (min i 100) Fun.id)
  then Printf.sprintf "%s#%d" name i else name

let deepest = 150
let parens needed text = if needed then "(" ^ text ^ ")" else text

let rec sort t names depth atom s =
  Meter.step ();
  if depth > deepest then "…"
  else match s with
    | SInt -> "int"
    | SAbs i -> sort_param names i
    | SOpq i -> at t.opaque i
    | SData (d, args) ->
      let one = sort t names (depth + 1) in
      if d >= 2 && d - 2 < Array.length t.products && t.products.(d - 2) then parens atom (String.concat " * " (List.map (one true) args))
      else begin
        let name = if d = 0 then "bool" else if d = 1 then "unit" else at t.datatypes (d - 2) in
        match args with
        | [] -> name
        | [ a ] -> one true a ^ " " ^ name
        | args -> "(" ^ String.concat ", " (List.map (one false) args) ^ ") " ^ name
      end

(* How tightly an operator binds. *)
let anything, equivalence, implication, disjunction, conjunction, negation, comparison, cons, sum_, product, application, atom =
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
let operator = function
  | Add -> (" + ", sum_, sum_, product) | Sub -> (" - ", sum_, sum_, product) | Mul -> (" * ", product, product, application)
  | Eq0 -> (" = ", comparison, cons, cons) | Le -> (" ≤ ", comparison, cons, cons) | Lt0 -> (" < ", comparison, cons, cons)
  | And -> (" ∧ ", conjunction, conjunction, conjunction) | Or -> (" ∨ ", disjunction, disjunction, disjunction)
  | Imp -> (" ⇒ ", implication, disjunction, implication) | Iff -> (" ⇔ ", equivalence, disjunction, disjunction)
let number z = Printf.sprintf "%Ld" (Certificate.of_signed z)

let rec formula t names around depth e =
  Meter.step ();
  if depth > deepest then "…"
  else begin
    let depth = depth + 1 in
    let write around e = formula t names around depth e in
    let call name args = parens (around > application && args <> []) (String.concat " " (name :: List.map (write atom) args)) in
    match e with
    | EBound (i, _) -> (match List.nth_opt names.bound i with Some name -> name | None -> Printf.sprintf "#%d" i)
    | ELocal (l, _) -> Printf.sprintf "x#%d" l
    | EGhost (g, _) -> Printf.sprintf "a%d" g
    | ENu _ -> "ν"
    | EInt (Zneg _ as z) -> parens (around > sum_) (number z)
    | EInt z -> number z
    | ELit (l, _) -> at t.literals l
    | ECtor (SData (d, _), tag, args) ->
      let name =
        if d = 0 then (if tag = 0 then "false" else "true") else if d = 1 then "()"
        else if d - 2 < Array.length t.constructors then at t.constructors.(d - 2) tag else "?" in
      let tuple = d >= 2 && d - 2 < Array.length t.products && t.products.(d - 2) in
      (match name, args with
       | "::", [ head; tail ] -> parens (around > cons) (write sum_ head ^ " :: " ^ write cons tail)
       | _, [] -> name
       | _, [ one ] -> parens (around > application && not tuple) ((if tuple then "" else name ^ " ") ^ write atom one)
       | _, args ->
         parens (around > application && not tuple)
           ((if tuple then "" else name ^ " ") ^ "(" ^ String.concat ", " (List.map (write anything) args) ^ ")"))
    | ECtor _ -> "?"
    | EFn (d, _, args) -> call (at t.defs d) args
    | EPred (p, args) -> call (pred names p) args
    | EBin (o, a, b) ->
      let symbol, own, left, right = operator o in
      parens (around > own) (write left a ^ symbol ^ write right b)
    | EDiv (a, k) -> parens (around > product) (write product a ^ " div " ^ number k)
    | EMod (a, k) -> parens (around > product) (write product a ^ " mod " ^ number k)
    | EIte (c, a, b) ->
      parens (around > anything) ("if " ^ write anything c ^ " then " ^ write anything a ^ " else " ^ write anything b)
    | ETrue -> "⊤"
    | EFalse -> "⊥"
    | ENot (EBin (Eq0, a, b)) -> parens (around > comparison) (write cons a ^ " ≠ " ^ write cons b)
    | ENot a -> parens (around > negation) ("¬" ^ write application a)
    | EQuant (q, s, a) ->
      let wanted = match binder t.binders e with Some (_, name) -> name | None -> "" in
      let s = sort t names 0 false s in
      let name, inner = bind names wanted in
      parens (around > anything)
        ((match q with All -> "∀" | Ex -> "∃") ^ name ^ ":" ^ s ^ ". " ^ formula t inner anything depth a)
  end

(* A function type. Its row has the names of its parameters, if the source gave some. *)
let rec function_type reading t names row_number params (FT (ps, req, res, ens)) =
  Meter.step ();
  let row_of i = if i < Array.length t.types then Some t.types.(i) else None in
  let named = Option.value (Option.bind row_number (Hashtbl.find_opt t.type_params)) ~default:[] in
  let inner i = match Option.bind row_number row_of with
    | Some r -> (match List.nth_opt r.tr_params i with Some (FunR k) -> Some (Certificate.of_n k) | _ -> None)
    | None -> None in
  let rec go i names parts = function
    | [] -> (names, List.rev parts)
    | p :: ps ->
      let wanted = match List.nth_opt named i with Some name -> name | None -> Option.value (List.nth_opt params i) ~default:"" in
      let text = match p with
        | PB (s, ETrue) -> sort t names 0 false s
        | PB (s, q) -> Printf.sprintf "{ν:%s | %s}" (sort t names 0 false s) (formula t names anything 0 q)
        (* A function knows its parameters by what they can return. *)
        | PF ty -> "(" ^ function_type Every t names (inner i) [] ty ^ ")" in
      let name, names = bind names wanted in
      go (i + 1) names ((name ^ ":" ^ text) :: parts) ps in
  let names, parts = go 0 names [] ps in
  let text = String.concat " → " parts in
  let text = match req with ETrue -> text | req -> text ^ " → {" ^ formula t names anything 0 req ^ "}" in
  let before, after = match reading with Every -> ("[", "]") | Only -> ("{", "}") | Exactly -> ("exactly [", "]") in
  let result = Printf.sprintf "ν:%s | %s" (sort t names 0 false res) (formula t names anything 0 ens) in
  text ^ (if text = "" then "" else " → ") ^ before ^ result ^ after

(* The name of a global and its claim. *)
let claim t (s : statement) number =
  let global = List.nth s.s_globals number in
  let params, sort_params, preds = match List.nth_opt t.file.global_sources number with Some source -> source | None -> ([], [], []) in
  let reserved = Hashtbl.create 64 in
  Array.iter (fun name -> Hashtbl.replace reserved name ()) t.globals;
  Array.iter (fun name -> Hashtbl.replace reserved name ()) t.defs;
  let names = { sort_params; preds; reserved; bound = [] } in
  let scheme = global.g_scheme in
  let sorts = List.init (min 100 scheme.sc_sorts) (fun i -> Printf.sprintf "∀%s. " (sort_param names i)) in
  let preds = List.mapi (fun i ss ->
    Printf.sprintf "∀%s:(%s) → bool. " (pred names i) (String.concat ", " (List.map (sort t names 0 false) ss))) scheme.sc_preds in
  let row_number = Option.map (fun g -> Certificate.of_n g.gr_claim) (List.nth_opt t.file.rows.r_globals number) in
  (at t.globals number, String.concat "" (sorts @ preds) ^ function_type s.s_reading t names row_number params scheme.sc_type)
