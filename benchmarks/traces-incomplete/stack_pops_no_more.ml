(* After one pop it asks; the other pops are never done. *)
(* expect: rejected *)
(* missing: pops 3 => [Pop 0; Pop 0; Is_empty true] *)
open Covenant_runtime

type event = Push of int | Pop of int | Is_empty of bool

module type STACK = sig
  val push : int -> unit
  val pop : unit -> int
  val is_empty : unit -> bool
end [@@operators event]

let[@goal] unpaired = {| Push _; Push _; Push _*; Push _; (Pop _)*; Pop _; Is_empty true |}

module Generators (S : STACK) = struct
  let rec pops (n : int) : unit =
    if n <= 0 then err ()
    else begin
      let _ = S.pop () in
      if S.is_empty () then () else err ()
    end
  [@@covers {| n:{v:int | 0 <= v} -> [tr | len tr <= n && unpaired_3 tr] |}]
end
