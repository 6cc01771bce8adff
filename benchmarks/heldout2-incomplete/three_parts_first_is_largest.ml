(* The second part is at most the first. *)
(* expect: rejected *)
(* level: 2 *)
(* missing: three_parts 1 => (0, 1, 0) *)
open Covenant_runtime

let[@predicate] adds_up (t : int * int * int) (n : int) : bool =
  match t with a, b, c -> 0 <= a && 0 <= b && 0 <= c && a + b + c = n

let three_parts (n : int) : int * int * int =
  let first = int_range 0 n in
  let second = int_range 0 (min first (n - first)) in
  (first, second, n - first - second)
[@@covers {| n:{v:int | 0 <= v} -> [v:int * int * int | adds_up v n] |}]
