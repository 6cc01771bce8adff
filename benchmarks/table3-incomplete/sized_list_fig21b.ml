(* Fig. 21 (b): the branch that stops early is gone, so that only lists of exactly
   [size] elements are made. *)
(* expect: rejected *)
(* missing: sized_list 1 => [] *)
open Covenant_runtime

let rec sized_list (size : int) : int list =
  if size = 0 then []
  else
    let head = int_gen () in
    let tail = sized_list (size - 1) in
    head :: tail
[@@covers {| size:{v:int | 0 <= v} -> [v:int list | len v <= size] |}]
[@@measure size]
