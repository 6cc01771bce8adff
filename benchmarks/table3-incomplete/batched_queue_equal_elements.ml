(* The helper makes lists that repeat one element; its own claim says so, and is
   valid. The queues are then too few. *)
(* expect: rejected *)
(* missing: batched_queue 2 => Batched ([ 0; 1 ], []) *)
open Covenant_runtime

type batched = Batched of int list * int list

let[@predicate] batched_within (q : batched) (size : int) : bool =
  match q with Batched (front, rear) -> len front <= size && len rear <= len front

let[@predicate] rec all_equal (x : int) (l : int list) : bool =
  match l with [] -> true | y :: t -> x = y && all_equal x t

let rec list_upto (size : int) (x : int) : int list =
  if size = 0 then []
  else if bool_gen () then []
  else
    let tail = list_upto (size - 1) x in
    x :: tail
[@@covers {|
  size:{v:int | 0 <= v} -> x:{v:int | true} ->
  [v:int list | len v <= size && all_equal x v]
|}]
[@@measure size]

let batched_queue (size : int) : batched =
  let front = list_upto size (int_gen ()) in
  let rear = list_upto (len front) (int_gen ()) in
  Batched (front, rear)
[@@covers {| size:{v:int | 0 <= v} -> [v:batched | batched_within v size] |}]
