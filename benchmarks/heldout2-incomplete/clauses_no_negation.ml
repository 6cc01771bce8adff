(* No literal is negative. *)
(* expect: rejected *)
(* level: 3 *)
(* missing: literal 1 => -1 *)
(* missing: clause 1 1 => [ -1 ] *)
(* missing: cnf 1 1 1 => [ [ -1 ] ] *)
open Covenant_runtime

let[@predicate] literal_ok (l : int) (n : int) : bool = l <> 0 && 0 - n <= l && l <= n

let[@predicate] rec clause_ok (c : int list) (n : int) : bool =
  match c with [] -> true | l :: rest -> literal_ok l n && clause_ok rest n

let[@predicate] rec cnf_ok (f : int list list) (n : int) (width : int) : bool =
  match f with [] -> true | c :: rest -> clause_ok c n && len c <= width && cnf_ok rest n width

let literal (n : int) : int =
  let variable = int_range 1 n in
  variable
[@@covers {| n:{v:int | 1 <= v} -> [v:int | literal_ok v n] |}]

let rec clause (width : int) (n : int) : int list =
  if width = 0 || bool_gen () then [] else literal n :: clause (width - 1) n
[@@covers {| width:{v:int | 0 <= v} -> n:{v:int | 1 <= v} ->
  [v:int list | clause_ok v n && len v <= width] |}]

let rec cnf (size : int) (width : int) (n : int) : int list list =
  if size = 0 then []
  else if bool_gen () then []
  else clause width n :: cnf (size - 1) width n
[@@covers {| size:{v:int | 0 <= v} -> width:{v:int | 0 <= v} -> n:{v:int | 1 <= v} ->
  [v:int list list | cnf_ok v n width && len v <= size] |}]
