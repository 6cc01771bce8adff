(* Names and types as OCaml resolved them.

   Locals and top-level names of the file carry OCaml's number ([g/92]); everything else is named
   by its path after module aliases ([Covenant_runtime.nat_gen]). Types are expanded, and written
   once each into a table whose rows refer to earlier rows only. *)

module J = Json_out

(* The environment at a node; in a .cmt there are only summaries. *)
let env_at e = try Envaux.env_of_only_summary e with _ -> e

(* --- names --- *)

(* Where a module's value was bound: local modules are structures of this file, so that [M.x] is
   some item of it. Filled before the expressions that use them are written. *)
let members : (string, string) Hashtbl.t = Hashtbl.create 16
let ident id = Ident.unique_toplevel_name id

let rec raw_path = function
  | Path.Pident id -> if Ident.global id then Ident.name id else ident id
  | Path.Pdot (p, s) -> raw_path p ^ "." ^ s
  | p -> Compat.other_path raw_path p

(* Module aliases are followed: after [module L = List], [L.map] is [Stdlib.List.map]. *)
let normal env p = try Compat.normalize_value_path env p with _ -> p

let rec resolve name =
  match Hashtbl.find_opt members name with
  | Some n when n <> name -> resolve n
  | _ -> name

let value_path env p = resolve (raw_path (normal env p))
let type_path env p = raw_path (try Env.normalize_type_path None env p with _ -> p)

(* --- types --- *)

let types : (J.t, int) Hashtbl.t = Hashtbl.create 64
let type_rows = ref []
let declared : (string, J.t) Hashtbl.t = Hashtbl.create 32
let declared_order = ref []

let row json =
  match Hashtbl.find_opt types json with
  | Some n -> n
  | None ->
      let n = Hashtbl.length types in
      Hashtbl.add types json n;
      type_rows := json :: !type_rows;
      n

let label = function
  | Asttypes.Nolabel -> []
  | Asttypes.Labelled s -> [ ("label", J.Str s) ]
  | Asttypes.Optional s -> [ ("optional", J.Str s) ]

(* The types of generators keep their names: what they stand for is the library's affair. *)
let generators =
  [ "QCheck.Gen.t"; "QCheck.Representation.t"; "QCheck2.Gen.t"; "QCheck2.Representation.t"; "QCheck.arbitrary";
    "QCheck.Arbitrary.t" ]

let is_generator env t =
  match Compat.desc t with Types.Tconstr (p, _, _) -> List.mem (type_path env p) generators | _ -> false

let rec ty env names t =
  let t = if is_generator env t then t else try Ctype.expand_head env t with _ -> t in
  let each = List.map (fun t -> J.Int (ty env names t)) in
  match Compat.desc t with
  | Types.Tpoly (t, []) -> ty env names t
  | Types.Tvar _ | Types.Tunivar _ ->
      let id = Compat.id t in
      let n =
        match Hashtbl.find_opt names id with
        | Some n -> n
        | None ->
            let n = Hashtbl.length names in
            Hashtbl.add names id n;
            n
      in
      row (J.Obj [ ("v", J.Int n) ])
  | Types.Tarrow (l, a, b, _) ->
      let a = ty env names a in
      let b = ty env names b in
      row (J.Obj ([ ("a", J.Int a); ("r", J.Int b) ] @ label l))
  | Types.Ttuple ts ->
      let parts = each (Compat.tuple_types ts) in
      row (J.Obj [ ("tuple", J.List parts) ])
  | Types.Tconstr (p, args, _) ->
      let name = type_path env p in
      declare env p name;
      let args = each args in
      row (J.Obj [ ("c", J.Str name); ("args", J.List args) ])
  | Types.Tvariant _ -> row (J.Obj [ ("other", J.Str "a polymorphic variant") ])
  | Types.Tobject _ -> row (J.Obj [ ("other", J.Str "an object") ])
  | Types.Tpackage _ -> row (J.Obj [ ("other", J.Str "a module") ])
  | _ -> row (J.Obj [ ("other", J.Str "a type") ])

(* A datatype that is mentioned, of this file or of another one. *)
and declare env p name =
  if not (Hashtbl.mem declared name) then begin
    Hashtbl.add declared name J.Null;
    match Env.find_type p env with
    | exception _ -> ()
    | d -> declaration env name d
  end

and declaration env name (d : Types.type_declaration) =
  let names = Hashtbl.create 4 in
  let of_type t = J.Int (ty env names t) in
  let params = List.map of_type d.type_params in
  let field (l : Types.label_declaration) =
    J.Obj
      [ ("name", J.Str (Ident.name l.ld_id));
        ("ty", of_type l.ld_type);
        ("mutable", J.Bool (l.ld_mutable = Asttypes.Mutable)) ]
  in
  let constructor (c : Types.constructor_declaration) =
    let fields =
      match c.cd_args with
      | Types.Cstr_tuple ts -> ("args", J.List (List.map (fun t -> of_type (Compat.ctor_arg t)) ts))
      | Types.Cstr_record ls -> ("inline", J.List (List.map field ls))
    in
    let gadt = match c.cd_res with None -> [] | Some _ -> [ ("gadt", J.Bool true) ] in
    J.Obj (("name", J.Str (Ident.name c.cd_id)) :: fields :: gadt)
  in
  let kind =
    match Compat.type_kind d with
    | `Variant cs -> [ ("kind", J.Str "variant"); ("constructors", J.List (List.map constructor cs)) ]
    | `Record ls -> [ ("kind", J.Str "record"); ("fields", J.List (List.map field ls)) ]
    | `Abstract -> [ ("kind", J.Str "abstract") ]
    | `Open -> [ ("kind", J.Str "open") ]
  in
  let private_ = ("private", J.Bool (d.type_private = Asttypes.Private)) in
  let place = ("loc", J.List [ J.Int d.type_loc.loc_start.pos_cnum; J.Int d.type_loc.loc_end.pos_cnum ]) in
  Hashtbl.replace declared name
    (J.Obj ([ ("name", J.Str name); ("params", J.List params); private_; place ] @ kind));
  declared_order := name :: !declared_order

(* The type that a constructor or field belongs to. *)
let owner env t =
  match Compat.desc (try Ctype.expand_head env t with _ -> t) with
  | Types.Tconstr (p, _, _) ->
      let name = type_path env p in
      declare env p name;
      J.Str name
  | _ -> J.Null

(* Variables are numbered within one top-level binding. *)
let names : (int, int) Hashtbl.t ref = ref (Hashtbl.create 8)
let ty_at env t = J.Int (ty env !names t)

(* --- the words of a formula --- *)

(* Formulas in attributes are read by Covenant, but what their names stand for is said by OCaml. *)
let words text =
  let n = String.length text in
  let in_word = function
    | 'a' .. 'z' | 'A' .. 'Z' | '0' .. '9' | '_' | '\'' -> true
    | _ -> false
  in
  let rec from i out =
    if i >= n then out
    else
      match text.[i] with
      | 'a' .. 'z' | 'A' .. 'Z' | '_' ->
          let j = ref i in
          while !j < n && in_word text.[!j] do
            incr j
          done;
          from !j (String.sub text i (!j - i) :: out)
      | _ -> from (i + 1) out
  in
  List.sort_uniq compare (from 0 [])

let meaning env word =
  let lid = Longident.Lident word in
  let found look = try look () with _ -> [] in
  found (fun () -> [ ("value", J.Str (value_path env (fst (Env.find_value_by_name lid env)))) ])
  @ found (fun () ->
        let p, d = Env.find_type_by_name lid env in
        (* the parameters are numbered first: parameter [i] is variable [i] *)
        let names = Hashtbl.create 1 in
        List.iter (fun t -> ignore (ty env names t)) d.type_params;
        [ ("type", J.Int (ty env names (Compat.newconstr p d))) ])
  @ found (fun () ->
        [ ("constructor", owner env (Env.find_constructor_by_name lid env).cstr_res) ])
  @ found (fun () -> [ ("field", owner env (Env.find_label_by_name lid env).lbl_res) ])

let meanings env text =
  let one word = match meaning env word with [] -> None | m -> Some (word, J.Obj m) in
  J.Obj (List.filter_map one (words text))
