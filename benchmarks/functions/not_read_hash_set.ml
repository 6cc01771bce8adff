(* A function that Covenant does not read: it is compiled by OCaml, and run.
   expect: none found: distinct *)

let distinct (l : int list) : int list =
  let seen = Hashtbl.create 16 in
  let keep x =
    if Hashtbl.mem seen x then false
    else (
      Hashtbl.add seen x ();
      true)
  in
  List.filter keep l
[@@covers {| l:int list -> {v:int list | len v <= len l && forall u:int. mem v u <=> mem l u} |}]
