(* The rear is always shorter than the front. *)
(* expect: rejected *)
(* missing: bankers_queue 1 => Bankers (1, [ 0 ], 1, [ 0 ]) *)
open Covenant_runtime

type bankers = Bankers of int * int list * int * int list

let[@predicate] bankers_within (q : bankers) (size : int) : bool =
  match q with
  | Bankers (front_len, front, rear_len, rear) ->
      front_len = len front && rear_len = len rear
      && rear_len <= front_len && front_len <= size

let rec list_of_length (size : int) : int list =
  if size = 0 then []
  else
    let head = int_gen () in
    let tail = list_of_length (size - 1) in
    head :: tail
[@@covers {| size:{v:int | 0 <= v} -> [v:int list | len v = size] |}]
[@@measure size]

let bankers_queue (size : int) : bankers =
  let front_len = int_range 0 size in
  let front = list_of_length front_len in
  let rear_len = int_range 0 (front_len - 1) in
  let rear = list_of_length rear_len in
  Bankers (front_len, front, rear_len, rear)
[@@covers {| size:{v:int | 0 <= v} -> [v:bankers | bankers_within v size] |}]
