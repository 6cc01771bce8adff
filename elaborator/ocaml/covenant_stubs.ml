(* An interface for a module that OCaml does not find, made from how a file uses it: a value of any type for each value that
   is named with its path, an abstract type for each type. With it the rest of the file can be typed, and read.

   What a module defines besides is not known. So there is none for a module that is opened, included, given another name or
   passed to a functor: then it may define any name. Constructors, fields and classes that are named with its path are not
   made up: OCaml does not find them, and the file is read once. *)

open Parsetree

exception Unknown

type signature = {
  values : (string, unit) Hashtbl.t;
  types : (string, int) Hashtbl.t;
  modules : (string, signature) Hashtbl.t;
}

let empty () = { values = Hashtbl.create 7; types = Hashtbl.create 7; modules = Hashtbl.create 7 }

let rec flat = function
  | Longident.Lident name -> [ name ]
  | Ldot (path, name) -> flat path @ [ name ]
  | Lapply _ -> raise Unknown

let rec inside signature = function
  | [] -> raise Unknown
  | [ name ] -> (signature, name)
  | inner :: rest ->
      let found =
        match Hashtbl.find_opt signature.modules inner with
        | Some found -> found
        | None ->
            let fresh = empty () in
            Hashtbl.replace signature.modules inner fresh;
            fresh
      in
      inside found rest

let collect wanted structure =
  let all = empty () in
  let below path = match flat path with head :: (_ :: _ as rest) when head = wanted -> Some (inside all rest) | _ -> None in
  let is_a_module path = match flat path with head :: _ -> head = wanted | [] -> false in
  let super = Ast_iterator.default_iterator in
  let expr self e =
    (match e.pexp_desc with
    | Pexp_ident { txt; _ } -> Option.iter (fun (s, name) -> Hashtbl.replace s.values name ()) (below txt)
    | _ -> ());
    super.expr self e
  in
  let typ self t =
    (match t.ptyp_desc with
    | Ptyp_constr ({ txt; _ }, parameters) ->
        let arity = List.length parameters in
        let add (s, name) =
          match Hashtbl.find_opt s.types name with
          | Some other when other <> arity -> raise Unknown
          | _ -> Hashtbl.replace s.types name arity
        in
        Option.iter add (below txt)
    | _ -> ());
    super.typ self t
  in
  let module_expr self m =
    (match m.pmod_desc with Pmod_ident { txt; _ } when is_a_module txt -> raise Unknown | _ -> ());
    super.module_expr self m
  in
  let pat self p =
    (match p.ppat_desc with Ppat_open ({ txt; _ }, _) when is_a_module txt -> raise Unknown | _ -> ());
    super.pat self p
  in
  let iterator = { super with expr; typ; module_expr; pat } in
  iterator.structure iterator structure;
  all

let sorted table = List.sort compare (Hashtbl.fold (fun name found all -> (name, found) :: all) table [])

let is_word name = match name.[0] with 'a' .. 'z' | 'A' .. 'Z' | '_' -> true | _ -> false

let rec print signature =
  let value (name, ()) = Printf.printf "val %s : 'a\n" (if is_word name then name else "( " ^ name ^ " )") in
  let parameters n = String.concat ", " (List.init n (Printf.sprintf "'a%d")) in
  let kind (name, arity) =
    if arity = 0 then Printf.printf "type %s\n" name else Printf.printf "type (%s) %s\n" (parameters arity) name
  in
  let inner (name, found) =
    Printf.printf "module %s : sig\n" name;
    print found;
    print_endline "end"
  in
  List.iter kind (sorted signature.types);
  List.iter inner (sorted signature.modules);
  List.iter value (sorted signature.values)

(* Nothing that was printed counts unless it ends well. *)
let write wanted structure = match collect wanted structure with all -> print all | exception Unknown -> exit 3
