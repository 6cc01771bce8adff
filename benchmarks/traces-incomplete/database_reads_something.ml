(* What is read at the end is never zero. *)
(* expect: rejected *)
(* missing: written 1 1 => [Read 0] *)
open Covenant_runtime

type event = Write of int | Replicate of bool | Read of int

module type DATABASE = sig
  val write : int -> unit
  val replicate : unit -> bool
  val read : unit -> int
end [@@operators event]

let[@goal] old (x : int) = {| .*; Write x; (Read _)*; (Read r when r <> x) |}

module Generators (S : DATABASE) = struct
  let rec written (n : int) (x : int) : unit =
    if n <= 0 then err ()
    else if bool_gen () then begin
      let _ = S.read () in
      written (n - 1) x
    end
    else begin
      let r = S.read () in
      if r <> x && r <> 0 then () else err ()
    end
  [@@covers {| n:{v:int | 0 <= v} -> x:{v:int | true} -> [tr | len tr <= n && old_1 x tr] |}]
  [@@measure n]
end
