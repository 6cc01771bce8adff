(* Nobody asks in vain while it is held. *)
(* expect: rejected *)
(* missing: held 2 1 0 => [Acquire (0, false); Acquire (0, true)] *)
open Covenant_runtime

type event = Acquire of int * bool | Release of int

module type LOCK = sig
  val acquire : int -> bool
  val release : int -> unit
end [@@operators event]

let[@goal] two (a : int) (b : int) =
  {| .*; Acquire (a, true); (. - Release a)*; (Acquire (b, true) when a <> b) |}

module Generators (S : LOCK) = struct
  let rec held (n : int) (a : int) (b : int) : unit =
    if n <= 0 then err ()
    else if bool_gen () then begin
      let who = int_gen () in
      if who = a then err ()
      else begin
        S.release who;
        held (n - 1) a b
      end
    end
    else begin
      let got = S.acquire b in
      if a <> b && got then () else err ()
    end
  [@@covers {| n:{v:int | 0 <= v} -> a:{v:int | true} -> b:{v:int | true} -> [tr | len tr <= n && two_1 a b tr] |}]
  [@@measure n]
end
