(* What differs between versions of the compiler: 5.3, where cases can handle effects. *)

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
  | Type_abstract _ -> `Abstract
  | Type_open -> `Open

let other_path raw = function
  | Path.Papply (f, a) -> raw f ^ "(" ^ raw a ^ ")"
  | p -> Path.name p

let string_constant (c : Parsetree.constant) =
  match c.pconst_desc with Pconst_string (s, _, _) -> Some s | _ -> None

let pat_var : type k. k general_pattern -> Ident.t option =
 fun p -> match p.pat_desc with Tpat_var (id, _, _) -> Some id | _ -> None

let pat_alias : type k. k general_pattern -> (pattern * Ident.t) option =
 fun p -> match p.pat_desc with Tpat_alias (q, id, _, _) -> Some (q, id) | _ -> None

let argument a = a

let case pattern body = { c_lhs = pattern; c_cont = None; c_guard = None; c_rhs = body }

(* [fun a b -> e] is one node: taken apart into functions of one parameter each. *)
let function_ e =
  match e.exp_desc with
  | Texp_function ([], Tfunction_cases { cases; _ }) -> Some (Asttypes.Nolabel, cases)
  | Texp_function (p :: rest, body) ->
      let env = Envaux.env_of_only_summary e.exp_env in
      let range t = match desc (Ctype.expand_head env t) with Types.Tarrow (_, _, r, _) -> r | _ -> t in
      let rhs =
        match (rest, body) with
        | [], Tfunction_body b -> b
        | _ ->
            let from =
              match (rest, body) with
              | q :: _, _ -> q.fp_loc.loc_start
              | [], Tfunction_cases c -> c.loc.loc_start
              | [], Tfunction_body b -> b.exp_loc.loc_start
            in
            { e with
              exp_desc = Texp_function (rest, body);
              exp_type = range e.exp_type;
              exp_extra = [];
              exp_loc = { e.exp_loc with loc_start = from } }
      in
      (* a default makes the parameter optional, which its label says *)
      let pattern = match p.fp_kind with Tparam_pat q | Tparam_optional_default (q, _) -> q in
      Some (p.fp_arg_label, [ case pattern rhs ])
  | _ -> None

(* Scrutinee and cases; no cases if there are handlers of effects. *)
let match_ = function
  | Texp_match (s, cs, [], _) -> Some (s, Some cs)
  | Texp_match (s, _, _ :: _, _) -> Some (s, None)
  | _ -> None
let assert_ = function Texp_assert (e, _) -> Some e | _ -> None

let init_load_path (cmt : Cmt_format.cmt_infos) =
  let absolute d = if Filename.is_relative d then Filename.concat cmt.cmt_builddir d else d in
  Load_path.init ~auto_include:Load_path.no_auto_include
    ~visible:(List.map absolute cmt.cmt_loadpath.visible)
    ~hidden:(List.map absolute cmt.cmt_loadpath.hidden)

let normalize_value_path env p = Env.normalize_value_path None env p

(* [fun (p) -> e] of the parse tree, one parameter; and making one. *)
let parsed_function (e : Parsetree.expression) =
  match e.pexp_desc with
  | Pexp_function ({ pparam_desc = Pparam_val (Nolabel, None, p); _ } :: rest, result, body) -> (
      match (rest, result, body) with
      | [], None, Pfunction_body body -> Some (p, body)
      | [], Some (Pconstraint t), Pfunction_body body ->
          Some (p, Ast_helper.Exp.constraint_ ~loc:body.pexp_loc body t)
      | [], Some _, _ -> None
      | _ -> Some (p, { e with pexp_desc = Pexp_function (rest, result, body) }))
  | _ -> None

let make_function loc p body =
  let parameter = { Parsetree.pparam_loc = loc; pparam_desc = Pparam_val (Asttypes.Nolabel, None, p) } in
  Ast_helper.Exp.mk ~loc (Pexp_function ([ parameter ], None, Pfunction_body body))
