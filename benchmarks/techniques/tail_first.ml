(* The tail is made first, and not used if the list is to be empty. *)
(* expect: valid *)
open Covenant_runtime

let rec tail_first (n : int) : int list =
  let head = int_gen () in
  let tail = if n <= 0 then [] else tail_first (n - 1) in
  if n <= 0 then [] else head :: tail
[@@covers {| n:{v:int | 0 <= v} -> [v:int list | len v = n] |}]
[@@measure n]
