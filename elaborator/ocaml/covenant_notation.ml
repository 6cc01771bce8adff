(* The two notations that are Covenant's and not OCaml's, made readable for OCaml before it types a
   file, so that it says what their names mean where they stand:

   - quantifiers: [fun ((x [@ex]) : t) -> e] becomes [Covenant_formula.exists (fun (x : t) -> e)];
   - claims about functions: [let[@assert] f ... = spec] and [let[@library] f ... = spec] become a
     floating attribute with the claim's text, which Covenant reads, and a place, which has a scope;
   - [val f : t] becomes an [external], which has a type and no definition.

   Everything else is left as OCaml's own parser read it. *)

open Parsetree

exception Unsupported of string

let changed = ref false
let claim = "covenant.claim"
let declared = "covenant_declared"
let has names attributes = List.exists (fun a -> List.mem a.attr_name.txt names) attributes

(* --- quantifiers --- *)

(* [(x [@ex]) : t] and [x : [%exists: t]]: the word, and the pattern without it. *)
let marked p =
  match p.ppat_desc with
  | Ppat_constraint (q, ({ ptyp_desc = Ptyp_extension ({ txt = ("exists" | "forall") as word; _ }, PTyp t); _ })) ->
      Some (word, { p with ppat_desc = Ppat_constraint (q, t) })
  | Ppat_constraint (q, _) when has [ "ex"; "exists" ] q.ppat_attributes -> Some ("exists", p)
  | Ppat_constraint (q, _) when has [ "fa"; "forall" ] q.ppat_attributes -> Some ("forall", p)
  | _ -> None

(* Inside a quantifier, a parameter without a mark is one more quantifier. *)
let quantifier ~inside p =
  match marked p with
  | None when inside -> Some ("forall", p)
  | found -> found

let rec quantified mapper ~inside e =
  match Compat.parsed_function e with
  | None -> mapper.Ast_mapper.expr mapper e
  | Some (p, body) -> (
      match quantifier ~inside p with
      | None -> Ast_mapper.default_mapper.expr mapper e
      | Some (word, p) ->
          changed := true;
          let loc = e.pexp_loc in
          let body = quantified mapper ~inside:true body in
          let name = { Location.txt = Longident.Ldot (Lident "Covenant_formula", word); loc } in
          let head = Ast_helper.Exp.ident ~loc name in
          Ast_helper.Exp.apply ~loc head [ (Nolabel, Compat.make_function loc p body) ])

(* --- items --- *)

let text_of source (loc : Location.t) =
  let start = loc.loc_start.pos_cnum and stop = loc.loc_end.pos_cnum in
  if 0 <= start && start <= stop && stop <= String.length source then String.sub source start (stop - start)
  else raise (Unsupported "a claim without a place")

let item source mapper i =
  match i.pstr_desc with
  | Pstr_value (_, [ { pvb_attributes; _ } ]) when has [ "assert"; "library"; "assume" ] pvb_attributes ->
      let local a = a.attr_name.txt = "assert" && a.attr_payload <> PStr [] in
      if List.exists local pvb_attributes then raise (Unsupported "a claim about a local function");
      changed := true;
      let loc = i.pstr_loc in
      let text = Ast_helper.Exp.constant ~loc (Ast_helper.Const.string (text_of source loc)) in
      let payload = PStr [ Ast_helper.Str.eval ~loc text ] in
      Ast_helper.Str.attribute ~loc (Ast_helper.Attr.mk ~loc { txt = claim; loc } payload)
  | Pstr_primitive ({ pval_prim = []; _ } as value) ->
      changed := true;
      { i with pstr_desc = Pstr_primitive { value with pval_prim = [ declared ] } }
  | _ -> Ast_mapper.default_mapper.structure_item mapper i

let mapper source =
  { Ast_mapper.default_mapper with
    expr =
      (fun mapper e ->
        match Compat.parsed_function e with
        | Some (p, _) when quantifier ~inside:false p <> None -> quantified mapper ~inside:false e
        | _ -> Ast_mapper.default_mapper.expr mapper e);
    structure_item = item source }

(* The file without these notations; [None] if it has none. *)
let rewritten source structure =
  changed := false;
  let mapper = mapper source in
  let structure = mapper.structure mapper structure in
  if !changed then Some structure else None
