(* The first answer that it is not there is the last event. *)
(* expect: rejected *)
(* missing: kept 2 0 => [Mem (0, false); Mem (0, false)] *)
open Covenant_runtime

type event = Insert of int | Delete of int | Mem of int * bool

module type SET = sig
  val insert : int -> unit
  val delete : int -> unit
  val mem : int -> bool
end [@@operators event]

let[@goal] forgotten (y : int) = {| .*; Insert y; (. - Delete y)*; Mem (y, false) |}

module Generators (S : SET) = struct
  let rec kept (n : int) (y : int) : unit =
    if n <= 0 then err ()
    else if bool_gen () then begin
      let there = S.mem y in
      if there then kept (n - 1) y else ()
    end
    else begin
      let x = int_gen () in
      if bool_gen () then begin
        S.insert x;
        kept (n - 1) y
      end
      else if x = y then err ()
      else begin
        S.delete x;
        kept (n - 1) y
      end
    end
  [@@covers {| n:{v:int | 0 <= v} -> y:{v:int | true} -> [tr | len tr <= n && forgotten_1 y tr] |}]
  [@@measure n]
end
