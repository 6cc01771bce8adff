(* The elements come from nat_gen: no list with a negative element is ever made. *)
(* expect: rejected *)
(* missing: sized_list 1 => [-1] *)
open Covenant_runtime

let rec sized_list (size : int) : int list =
  if size = 0 then []
  else if bool_gen () then []
  else
    let head = nat_gen () in
    let tail = sized_list (size - 1) in
    head :: tail
[@@covers {| size:{v:int | 0 <= v} -> [v:int list | len v <= size] |}]
[@@measure size]
