(* The rear is made one shorter than the front, which is never as long as the spec
   allows. *)
(* expect: rejected *)
(* missing: batched_queue 1 => Batched ([ 0 ], [ 0 ]) *)
open Covenant_runtime

type batched = Batched of int list * int list

let[@predicate] batched_within (q : batched) (size : int) : bool =
  match q with Batched (front, rear) -> len front <= size && len rear <= len front

let rec list_upto (size : int) : int list =
  if size = 0 then []
  else if bool_gen () then []
  else
    let head = int_gen () in
    let tail = list_upto (size - 1) in
    head :: tail
[@@covers {| size:{v:int | 0 <= v} -> [v:int list | len v <= size] |}]
[@@measure size]

let batched_queue (size : int) : batched =
  let front = list_upto size in
  let rear = match front with [] -> [] | _ :: rest -> list_upto (len rest) in
  Batched (front, rear)
[@@covers {| size:{v:int | 0 <= v} -> [v:batched | batched_within v size] |}]
