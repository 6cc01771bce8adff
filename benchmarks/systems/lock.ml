(* A lock: two have it. *)
open Covenant_runtime

type event = Acquire of int * bool | Release of int

module type LOCK = sig
  val acquire : int -> bool
  val release : int -> unit
end [@@operators event]

(* Who has it. *)
let[@predicate] rec holder (h : event list) : int option =
  match h with
  | [] -> None
  | Acquire (a, b) :: rest -> if b then Some a else holder rest
  | Release a :: rest -> if holder rest = Some a then None else holder rest

let[@answers] acquire (h : event list) (_ : int) (b : bool) : bool = b = (holder h = None)

let[@goal] two (a : int) (b : int) =
  {| .*; Acquire (a, true); (. - Release a)*; (Acquire (b, true) when a <> b) |}
