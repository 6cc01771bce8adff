(* Prints the typed tree of one compilation unit, as OCaml's own front end resolved it, as JSON:
   names as paths, locals by number, constructors by type, types expanded, attributes with what
   their words mean, places as byte offsets.

   What Covenant has no use for is one node, {"k":"other","what":...}, which declines the item that
   it is in. SOUNDNESS: nothing that can be evaluated is left out without such a node.

     covenant-read tree FILE.cmt        the tree
     covenant-read plain FILE.ml OUT    the file without Covenant's notations, as a syntax tree that
                                        ocamlc reads; exit code 3 if it has none of them
     covenant-read version              says which compiler this was built with *)

open Typedtree
open Covenant_resolve
module J = Json_out

(* --- places and attributes --- *)

let place (l : Location.t) = J.List [ J.Int l.loc_start.pos_cnum; J.Int l.loc_end.pos_cnum ]

let known =
  [ "covers"; "assume_covers"; "measure"; "rank"; "predicate"; "lemma"; "axiom"; "assert"; "library"; "assume";
    "operators"; "answers"; "goal"; "grammar" ]

let attribute env (a : Parsetree.attribute) =
  let payload =
    match a.attr_payload with
    | PStr [ { pstr_desc = Pstr_eval ({ pexp_desc = Pexp_constant c; pexp_loc; _ }, _); _ } ]
      when Compat.string_constant c <> None ->
        let text = Option.get (Compat.string_constant c) in
        [ ("text", J.Str text); ("loc", place pexp_loc); ("names", meanings env text) ]
    | PStr (first :: _ as items) ->
        let last = List.nth items (List.length items - 1) in
        let text = Format.asprintf "%a" Pprintast.structure items in
        [ ("loc", place { first.pstr_loc with loc_end = last.pstr_loc.loc_end }); ("names", meanings env text) ]
    | _ -> []
  in
  J.Obj (("name", J.Str a.attr_name.txt) :: payload)

let attributes env l =
  match List.filter (fun (a : Parsetree.attribute) -> List.mem a.attr_name.txt known) l with
  | [] -> []
  | l -> [ ("attrs", J.List (List.map (attribute env) l)) ]

(* --- patterns and expressions --- *)

let constant = function
  | Asttypes.Const_int n -> J.List [ J.Str "int"; J.Int n ]
  | Asttypes.Const_char c -> J.List [ J.Str "char"; J.Int (Char.code c) ]
  | Asttypes.Const_string (s, _, _) -> J.List [ J.Str "string"; J.Str s ]
  | Asttypes.Const_float s -> J.List [ J.Str "float"; J.Str s ]
  | _ -> J.List [ J.Str "other" ]

let node k loc fields = J.Obj (("k", J.Str k) :: ("loc", place loc) :: fields)
let other loc what = node "other" loc [ ("what", J.Str what) ]

let rec pattern : type k. Env.t -> k general_pattern -> J.t =
 fun env p ->
  let loc = p.pat_loc in
  let t = ("t", ty_at env p.pat_type) in
  let list ps = ("ps", J.List (List.map (pattern env) ps)) in
  match (Compat.pat_var p, Compat.pat_alias p) with
  | Some id, _ -> node "var" loc [ t; ("id", J.Str (ident id)) ]
  | _, Some (q, id) -> node "alias" loc [ t; ("id", J.Str (ident id)); ("p", pattern env q) ]
  | None, None -> (
      match p.pat_desc with
      | Tpat_any -> node "any" loc [ t ]
      | Tpat_constant c -> node "const" loc [ t; ("c", constant c) ]
      | Tpat_tuple ps -> node "tuple" loc [ t; list (Compat.tuple_patterns ps) ]
      | Tpat_construct (_, c, ps, _) ->
          node "construct" loc [ t; ("type", owner env c.cstr_res); ("name", J.Str c.cstr_name); list ps ]
      | Tpat_record (fields, _) ->
          let field (_, (l : Types.label_description), p) =
            J.List [ owner env l.lbl_res; J.Str l.lbl_name; pattern env p ]
          in
          node "record" loc [ t; ("fields", J.List (List.map field fields)) ]
      | Tpat_or (a, b, _) -> node "or" loc [ t; ("a", pattern env a); ("b", pattern env b) ]
      | Tpat_value v -> pattern env (v :> value general_pattern)
      | Tpat_exception _ -> other loc "an exception pattern"
      | Tpat_lazy _ -> other loc "a lazy pattern"
      | Tpat_array _ -> other loc "an array pattern"
      | Tpat_variant _ -> other loc "a polymorphic variant"
      | _ -> other loc "this pattern")

(* Remembers what the names of a module stand for: values of its structure. *)
let rec bind_members env prefix (m : module_expr) =
  match m.mod_desc with
  | Tmod_structure s -> List.iter (bind_item env prefix) s.str_items
  | Tmod_constraint (m, _, _, _) -> bind_members env prefix m
  | _ -> ()

and bind_item env prefix item =
  let bind name target = Hashtbl.replace members (prefix ^ "." ^ name) target in
  match item.str_desc with
  | Tstr_value (_, vbs) -> List.iter (fun id -> bind (Ident.name id) (ident id)) (let_bound_idents vbs)
  | Tstr_module { mb_id = Some id; mb_expr; _ } ->
      bind_members env (prefix ^ "." ^ Ident.name id) mb_expr;
      bind_members env (ident id) mb_expr
  | Tstr_include { incl_mod; incl_type; _ } -> (
      match incl_mod.mod_desc with
      | Tmod_ident (p, _) | Tmod_constraint ({ mod_desc = Tmod_ident (p, _); _ }, _, _, _) ->
          let from = raw_path (normal env p) in
          let one = function
            | Types.Sig_value (id, _, _) ->
                let target = from ^ "." ^ Ident.name id in
                bind (Ident.name id) target;
                Hashtbl.replace members (ident id) target
            | _ -> ()
          in
          List.iter one incl_type
      | _ -> bind_members env prefix incl_mod)
  | _ -> ()

let rec expression e =
  let env = env_at e.exp_env in
  let loc = e.exp_loc in
  let extra =
    List.concat_map
      (fun (x, _, _) ->
        match x with
        | Texp_coerce _ -> [ ("coerce", J.Bool true) ]
        | Texp_newtype _ -> [ ("newtype", J.Bool true) ]
        | _ -> [])
      e.exp_extra
  in
  let node k fields = node k loc ((("t", ty_at env e.exp_type) :: fields) @ extra) in
  let list es = ("es", J.List (List.map expression es)) in
  match (Compat.function_ e, Compat.match_ e.exp_desc, Compat.assert_ e.exp_desc) with
  | Some (param_label, cases), _, _ -> node "fun" (label param_label @ [ ("cases", cases_of cases) ])
  | _, Some (_, None), _ -> other loc "a handler of effects"
  | _, Some (scrutinee, Some cases), _ ->
      node "match" [ ("e", expression scrutinee); ("cases", cases_of cases) ]
  | _, _, Some condition -> node "assert" [ ("e", expression condition) ]
  | None, None, None -> (
      match e.exp_desc with
      | Texp_ident (p, _, { val_kind = Types.Val_reg | Types.Val_prim _; _ }) ->
          let name = value_path env p in
          if String.contains name '/' && not (String.contains name '.') then node "local" [ ("id", J.Str name) ]
          else node "global" [ ("path", J.Str name) ]
      | Texp_constant c -> node "const" [ ("c", constant c) ]
      | Texp_let (r, vbs, body) ->
          let bindings = J.List (List.map binding vbs) in
          node "let" [ ("rec", J.Bool (r = Asttypes.Recursive)); ("bs", bindings); ("body", expression body) ]
      | Texp_apply (f, args) ->
          let argument (l, a) =
            J.Obj (label l @ match Compat.argument a with Some a -> [ ("e", expression a) ] | None -> [])
          in
          node "apply" [ ("f", expression f); ("args", J.List (List.map argument args)) ]
      | Texp_tuple es -> node "tuple" [ list (Compat.tuple_expressions es) ]
      | Texp_construct (_, c, es) ->
          node "construct" [ ("type", owner env c.cstr_res); ("name", J.Str c.cstr_name); list es ]
      | Texp_record { fields; extended_expression; _ } -> record env node fields extended_expression
      | Texp_field (e, _, (l : Types.label_description)) ->
          node "field" [ ("e", expression e); ("type", owner env l.lbl_res); ("name", J.Str l.lbl_name) ]
      | Texp_ifthenelse (c, a, b) ->
          let otherwise = match b with None -> [] | Some b -> [ ("b", expression b) ] in
          node "if" ([ ("c", expression c); ("a", expression a) ] @ otherwise)
      | Texp_sequence (a, b) -> node "seq" [ ("a", expression a); ("b", expression b) ]
      | Texp_open ({ open_expr = { mod_desc = Tmod_ident _; _ }; _ }, body) -> expression body
      | Texp_open _ -> other loc "opening a structure"
      | Texp_letop { let_; ands; body; _ } ->
          let bound b = [ ("op", J.Str (value_path env b.bop_op_path)); ("e", expression b.bop_exp) ] in
          let more = List.map (fun b -> J.Obj (bound b)) ands in
          node "letop" (bound let_ @ [ ("ands", J.List more); ("case", case body) ])
      | Texp_letmodule _ -> other loc "a local module"
      | Texp_try _ -> other loc "`try`"
      | Texp_variant _ -> other loc "a polymorphic variant"
      | Texp_setfield _ -> other loc "assignment to a field"
      | Texp_array _ -> other loc "an array"
      | Texp_while _ | Texp_for _ -> other loc "a loop"
      | Texp_lazy _ -> other loc "`lazy`"
      | Texp_letexception _ -> other loc "a local exception"
      | Texp_pack _ -> other loc "a first-class module"
      | Texp_object _ | Texp_send _ | Texp_new _ -> other loc "an object"
      | _ -> other loc "this expression")

and record env node fields base =
  let owned = ref J.Null in
  let field ((l : Types.label_description), definition) =
    owned := owner env l.lbl_res;
    match definition with
    | Kept _ -> None
    | Overridden (_, e) -> Some (J.List [ J.Str l.lbl_name; expression e ])
  in
  let fields = List.filter_map field (Array.to_list fields) in
  let base = match base with None -> [] | Some e -> [ ("base", expression e) ] in
  node "record" ([ ("type", !owned); ("fields", J.List fields) ] @ base)

and cases_of : type k. k case list -> J.t = fun cases -> J.List (List.map case cases)

and case : type k. k case -> J.t =
 fun c ->
  let env = env_at c.c_rhs.exp_env in
  let guard = match c.c_guard with None -> [] | Some g -> [ ("when", expression g) ] in
  J.Obj ([ ("p", pattern env c.c_lhs) ] @ guard @ [ ("e", expression c.c_rhs) ])

and binding vb =
  let env = env_at vb.vb_expr.exp_env in
  let parts = [ ("p", pattern env vb.vb_pat); ("e", expression vb.vb_expr); ("loc", place vb.vb_loc) ] in
  (* A language of traces is a string for OCaml; its words mean what they mean where it is defined. *)
  let is_language (a : Parsetree.attribute) = List.mem a.attr_name.txt [ "goal"; "grammar" ] in
  let words =
    if List.exists is_language vb.vb_attributes then begin
      let text = Buffer.create 80 in
      let expr sub (e : expression) =
        (match e.exp_desc with
        | Texp_constant (Const_string (s, _, _)) -> Buffer.add_string text s
        | _ -> ());
        Tast_iterator.default_iterator.expr sub e
      in
      let iterator = { Tast_iterator.default_iterator with expr } in
      iterator.expr iterator vb.vb_expr;
      [ ("names", meanings env (Buffer.contents text)) ]
    end
    else []
  in
  J.Obj (parts @ words @ attributes env vb.vb_attributes)

(* --- structures --- *)

let rec items_of (m : module_expr) =
  match m.mod_desc with
  | Tmod_structure s -> List.concat_map item s.str_items
  | Tmod_constraint (m, _, _, _) -> items_of m
  | Tmod_ident _ -> []
  | Tmod_functor _ -> [ other m.mod_loc "a functor" ]
  | Tmod_apply _ -> [ other m.mod_loc "a functor application" ]
  | _ -> [ other m.mod_loc "this module" ]

and item i =
  names := Hashtbl.create 8;
  let env = env_at i.str_env in
  let loc = i.str_loc in
  match i.str_desc with
  | Tstr_value (r, vbs) ->
      [ node "let" loc [ ("rec", J.Bool (r = Asttypes.Recursive)); ("bs", J.List (List.map binding vbs)) ] ]
  | Tstr_eval _ -> [ other loc "a top-level expression" ]
  | Tstr_type (_, ds) ->
      List.iter (fun d -> Hashtbl.replace declared (ident d.typ_id) J.Null) ds;
      List.iter (fun d -> declaration env (ident d.typ_id) d.typ_type) ds;
      []
  | Tstr_primitive d when d.val_prim = [ Covenant_notation.declared ] ->
      [ node "value" loc [ ("id", J.Str (ident d.val_id)); ("t", ty_at env d.val_val.val_type) ] ]
  | Tstr_primitive _ -> [ other loc "`external`" ]
  | Tstr_attribute a when a.attr_name.txt = Covenant_notation.claim ->
      let text =
        match a.attr_payload with
        | PStr [ { pstr_desc = Pstr_eval ({ pexp_desc = Pexp_constant c; _ }, _); _ } ] ->
            Option.value ~default:"" (Compat.string_constant c)
        | _ -> ""
      in
      [ node "claim" a.attr_loc [ ("names", meanings env text) ] ]
  | Tstr_modtype ({ mtd_type = Some { mty_desc = Tmty_signature s; _ }; _ } as d)
    when List.exists (fun (a : Parsetree.attribute) -> a.attr_name.txt = "operators") d.mtd_attributes ->
      [ node "operators" loc
          ([ ("id", J.Str (ident d.mtd_id)); ("vals", J.List (List.map operator s.sig_items)) ]
          @ attributes env d.mtd_attributes) ]
  | Tstr_module
      { mb_id = Some id; mb_expr = { mod_desc = Tmod_functor (Named (Some system, _, ty), body); _ }; _ } -> (
      match ty.mty_desc with
      | Tmty_ident (path, _) ->
          let path = raw_path (try Env.normalize_modtype_path env path with _ -> path) in
          [ node "functor" loc
              [ ("id", J.Str (ident id)); ("system", J.Str (ident system)); ("sig", J.Str path);
                ("items", J.List (items_of body)) ] ]
      | _ -> [ other loc "a functor" ])
  | Tstr_module { mb_id = Some id; mb_expr; _ } ->
      bind_members env (ident id) mb_expr;
      [ node "module" loc [ ("items", J.List (items_of mb_expr)) ] ]
  | Tstr_module { mb_expr; _ } -> [ node "module" loc [ ("items", J.List (items_of mb_expr)) ] ]
  | Tstr_include inc -> included env loc inc
  | Tstr_open { open_expr = { mod_desc = Tmod_ident _; _ }; _ } -> []
  | Tstr_open o -> [ node "module" loc [ ("items", J.List (items_of o.open_expr)) ] ]
  | Tstr_modtype _ | Tstr_attribute _ | Tstr_exception _ | Tstr_typext _ | Tstr_class_type _ -> []
  | Tstr_recmodule _ -> [ other loc "recursive modules" ]
  | Tstr_class _ -> [ other loc "a class" ]

(* A value of a signature of operators. *)
and operator i =
  match i.sig_desc with
  | Tsig_value v ->
      node "value" i.sig_loc
        [ ("name", J.Str (Ident.name v.val_id)); ("t", ty_at (env_at i.sig_env) v.val_val.val_type) ]
  | _ -> other i.sig_loc "anything but `val` in a signature of operators"

and included env loc inc =
  let each f = List.iter (function Types.Sig_value (id, _, _) -> f id | _ -> ()) inc.incl_type in
  match inc.incl_mod.mod_desc with
  | Tmod_ident (p, _) ->
      let from = raw_path (normal env p) in
      each (fun id -> Hashtbl.replace members (ident id) (from ^ "." ^ Ident.name id));
      []
  | Tmod_structure s ->
      (* what it binds has other numbers inside and outside *)
      let inner = List.concat_map item s.str_items in
      bind_members env "?include" inc.incl_mod;
      each (fun id ->
          match Hashtbl.find_opt members ("?include." ^ Ident.name id) with
          | Some n when n <> ident id -> Hashtbl.replace members (ident id) n
          | _ -> ());
      inner
  | _ -> [ other loc "`include`" ]

(* --- the program --- *)

let tree file =
  let cmt = Cmt_format.read_cmt file in
  Compat.init_load_path cmt;
  Envaux.reset_cache ();
  match cmt.cmt_annots with
  | Implementation s ->
      let items = List.concat_map item s.str_items in
      let found = List.rev_map (Hashtbl.find declared) !declared_order in
      let unit =
        [ ("format", J.Int 1); ("ocaml", J.Str Sys.ocaml_version); ("types", J.List (List.rev !type_rows));
          ("datatypes", J.List found); ("items", J.List items) ]
      in
      print_endline (J.to_string (J.Obj unit))
  | _ ->
      prerr_endline "not a typed implementation";
      exit 2

let opened file =
  let channel = open_in_bin file in
  let source = really_input_string channel (in_channel_length channel) in
  close_in channel;
  let lexbuf = Lexing.from_string source in
  Location.init lexbuf file;
  Location.input_name := file;
  (source, lexbuf)

let stubs file wanted =
  let _, lexbuf = opened file in
  match Parse.implementation lexbuf with
  | structure -> Covenant_stubs.write wanted structure
  | exception _ -> exit 3

let plain file out =
  let source, lexbuf = opened file in
  match Covenant_notation.rewritten source (Parse.implementation lexbuf) with
  | Some structure -> Pparse.write_ast Pparse.Structure out structure
  | None -> exit 3
  | exception Covenant_notation.Unsupported what ->
      print_endline what;
      exit 4
  | exception _ -> exit 3

let () =
  match Array.to_list Sys.argv with
  | [ _; "tree"; file ] -> tree file
  | [ _; "plain"; file; out ] -> plain file out
  | [ _; "stubs"; file; wanted ] -> stubs file wanted
  | [ _; "version" ] -> print_endline ("covenant-read, OCaml " ^ Sys.ocaml_version)
  | _ ->
      prerr_endline "usage: covenant-read (tree FILE.cmt | plain FILE.ml OUT | stubs FILE.ml MODULE | version)";
      exit 2
