(* Every list of exactly [size] elements without duplicates. Without its base case. *)
(* expect: rejected *)
(* missing: unique_list 0 => [] *)
open Covenant_runtime

let rec unique_list (size : int) : int list =
  if size = 0 then err ()
  else
    let tail = unique_list (size - 1) in
    let head = int_gen () in
    if mem tail head then err () else head :: tail
[@@covers {| size:{v:int | 0 <= v} -> [v:int list | len v = size && uniq v] |}]
[@@measure size]
