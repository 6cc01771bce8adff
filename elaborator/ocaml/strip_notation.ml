(* A preprocessor for files with claims and predicates in notations that are not OCaml once they
   are typed: `let[@assert]`, `let[@library]`, and predicates with quantified parameters. OCaml's
   own parser decides what these are. Uses nothing that differs between versions of the parser. *)

open Parsetree

let has names attributes = List.exists (fun a -> List.mem a.attr_name.txt names) attributes
let only_for_covenant vb = has [ "assert"; "library" ] vb.pvb_attributes

(* [fun ((x [@ex]) : t) -> e] is a formula, which no program can run. *)
let quantifiers = [ "ex"; "exists"; "forall"; "all"; "fa" ]

let quantifies vb =
  let found = ref false in
  let see attributes = if has quantifiers attributes then found := true in
  let iterator =
    {
      Ast_iterator.default_iterator with
      pat =
        (fun self p ->
          see p.ppat_attributes;
          Ast_iterator.default_iterator.pat self p);
      typ =
        (fun self t ->
          see t.ptyp_attributes;
          Ast_iterator.default_iterator.typ self t);
    }
  in
  iterator.value_binding iterator vb;
  !found

let never_run () = Parse.expression (Lexing.from_string "fun _ -> Stdlib.raise Stdlib.Exit")

let item i =
  match i.pstr_desc with
  | Pstr_value (_, bindings) when List.exists only_for_covenant bindings -> None
  | Pstr_value (recursive, bindings) when List.exists quantifies bindings ->
      let change vb = if quantifies vb then { vb with pvb_expr = never_run () } else vb in
      Some { i with pstr_desc = Pstr_value (recursive, List.map change bindings) }
  | _ -> Some i

let () =
  Ast_mapper.register "strip_notation" (fun _ ->
      { Ast_mapper.default_mapper with structure = (fun _ items -> List.filter_map item items) })
