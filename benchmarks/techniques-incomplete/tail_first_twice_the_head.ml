(* The head is repeated where the list has two elements. *)
(* expect: rejected *)
(* missing: tail_first 2 => [0; 1] *)
open Covenant_runtime

let rec tail_first (n : int) : int list =
  let head = int_gen () in
  let tail = if n <= 0 then [] else tail_first (n - 1) in
  if n <= 0 then [] else (match tail with [] -> [ head ] | _ :: t -> head :: head :: t)
[@@covers {| n:{v:int | 0 <= v} -> [v:int list | len v = n] |}]
[@@measure n]
