(* No part is used twice. *)
(* expect: rejected *)
(* level: 3 *)
(* missing: partition 2 1 => [ 1; 1 ] *)
open Covenant_runtime

let[@predicate] rec partition_of (l : int list) (n : int) (largest : int) : bool =
  match l with
  | [] -> n = 0
  | part :: rest ->
      1 <= part && part <= n && part <= largest && partition_of rest (n - part) part

let rec partition (n : int) (largest : int) : int list =
  if n = 0 then []
  else
    let part = int_range 1 (min n largest) in
    part :: partition (n - part) (part - 1)
[@@covers {| n:{v:int | 0 <= v} -> largest:{v:int | 0 <= v} ->
  [v:int list | partition_of v n largest] |}]
