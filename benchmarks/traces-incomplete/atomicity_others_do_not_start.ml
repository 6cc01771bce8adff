(* No other transaction starts after the write. *)
(* expect: rejected *)
(* missing: updated 2 0 0 1 => [Start 0; Read (0, 0, 0)] *)
open Covenant_runtime

type event = Start of int | Update of int * int * int | Arrive of int * bool | Read of int * int * int | Finish of int

module type ATOMIC = sig
  val start : int -> unit
  val update : int -> int -> int -> unit
  val arrive : int -> bool
  val read : int -> int -> int
  val finish : int -> unit
end [@@operators event]

let[@goal] other (t : int) (k : int) (x : int) =
  {| (Start _ | Finish _)*; Start t; (Arrive (_, _))*; (Update (t, k, x) when x <> 0); (Start _)*; (Read (t, k, r) when r <> x) |}

module Generators (S : ATOMIC) = struct
  let updated (n : int) (t : int) (k : int) (x : int) : unit =
    let got = S.read t k in
    if got = x then err () else ()
  [@@covers {| n:{v:int | 0 <= v} -> t:{v:int | true} -> k:{v:int | true} -> x:{v:int | true} -> [tr | len tr <= n && other_2 t k x tr] |}]
end
