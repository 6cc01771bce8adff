(* A table: a key was given a value, and has another one. *)
open Covenant_runtime

type event = Replace of int * int | Remove of int | Find of int * int option

module type TABLE = sig
  val replace : int -> int -> unit
  val remove : int -> unit
  val find : int -> int option
end [@@operators event]

let[@predicate] rec value_of (h : event list) (k : int) : int option =
  match h with
  | [] -> None
  | Replace (j, v) :: rest -> if j = k then Some v else value_of rest k
  | Remove j :: rest -> if j = k then None else value_of rest k
  | Find (_, _) :: rest -> value_of rest k

let[@answers] find (h : event list) (k : int) (r : int option) : bool = r = value_of h k

let[@goal] changed (k : int) (w : int) =
  {| .*; Replace (k, w); (. - (Replace (k, _) | Remove k))*; Find (k, r) when r <> Some w |}
