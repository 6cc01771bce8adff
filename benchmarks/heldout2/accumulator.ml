(* A list built onto an accumulator: whatever is put in front of it. *)
(* expect: valid *)
(* level: 4 *)
open Covenant_runtime

let[@predicate] rec ends_with (l : int list) (tail : int list) : bool =
  l = tail || (match l with [] -> false | _ :: t -> ends_with t tail)

let rec build (acc : int list) (n : int) : int list =
  if n = 0 then acc else build (int_gen () :: acc) (n - 1)
[@@covers {| acc:{v:int list | true} -> n:{v:int | 0 <= v} ->
  [v:int list | ends_with v acc && len v = len acc + n] |}]
[@@measure n]
