(* The list of [size] copies of [x]. Nothing but the base case. *)
(* expect: rejected *)
(* missing: duplicate_list 1 0 => [0] *)
open Covenant_runtime

let[@predicate] rec all_are (x : int) (l : int list) : bool =
  match l with [] -> true | y :: rest -> y = x && all_are x rest

let rec duplicate_list (size : int) (x : int) : int list =
  if size = 0 then []
  else err ()
[@@covers {|
  size:{v:int | 0 <= v} -> x:{v:int | true} -> [v:int list | len v = size && all_are x v]
|}]
[@@measure size]
