(* What differs between versions of the compiler: 5.1, where an assertion has a place. *)

open Typedtree

let desc = Types.get_desc
let id = Types.get_id
let tuple_types ts = ts
let tuple_patterns ps = ps
let tuple_expressions es = es
let ctor_arg t = t

let newconstr p (d : Types.type_declaration) =
  Btype.newgenty (Types.Tconstr (p, d.type_params, ref Types.Mnil))

let type_kind (d : Types.type_declaration) =
  match d.type_kind with
  | Type_variant (cs, _) -> `Variant cs
  | Type_record (ls, _) -> `Record ls
  | Type_abstract -> `Abstract
  | Type_open -> `Open

let other_path raw = function
  | Path.Papply (f, a) -> raw f ^ "(" ^ raw a ^ ")"
  | p -> Path.name p

let string_constant = function Parsetree.Pconst_string (s, _, _) -> Some s | _ -> None
let pat_var : type k. k general_pattern -> Ident.t option =
 fun p -> match p.pat_desc with Tpat_var (id, _) -> Some id | _ -> None

let pat_alias : type k. k general_pattern -> (pattern * Ident.t) option =
 fun p -> match p.pat_desc with Tpat_alias (q, id, _) -> Some (q, id) | _ -> None

let argument a = a

let function_ e =
  match e.exp_desc with
  | Texp_function { arg_label; cases; _ } -> Some (arg_label, cases)
  | _ -> None

(* Scrutinee and cases; no cases if there are handlers of effects. *)
let match_ = function Texp_match (s, cs, _) -> Some (s, Some cs) | _ -> None
let assert_ = function Texp_assert (e, _) -> Some e | _ -> None

let init_load_path (cmt : Cmt_format.cmt_infos) =
  let absolute d = if Filename.is_relative d then Filename.concat cmt.cmt_builddir d else d in
  Load_path.init ~auto_include:Load_path.no_auto_include (List.map absolute cmt.cmt_loadpath)

let normalize_value_path env p = Env.normalize_value_path None env p

(* [fun (p) -> e] of the parse tree, one parameter; and making one. *)
let parsed_function (e : Parsetree.expression) =
  match e.pexp_desc with
  | Pexp_fun (Nolabel, None, p, body) -> Some (p, body)
  | _ -> None

let make_function loc p body = Ast_helper.Exp.fun_ ~loc Asttypes.Nolabel None p body
