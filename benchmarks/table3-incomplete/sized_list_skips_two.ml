(* The recursive call gives up two elements at once (and one where only one is
   left), so that lists of the full length are missing. *)
(* expect: rejected *)
(* missing: sized_list 2 => [0; 0] *)
open Covenant_runtime

let rec sized_list (size : int) : int list =
  if size = 0 then []
  else if bool_gen () then []
  else
    let head = int_gen () in
    let tail = sized_list (if size = 1 then 0 else size - 2) in
    head :: tail
[@@covers {| size:{v:int | 0 <= v} -> [v:int list | len v <= size] |}]
[@@measure size]
