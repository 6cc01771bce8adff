(* What is pushed after the store is always secret. *)
(* expect: rejected *)
(* missing: observed 2 => [Push (false, 0, 0); Same false] *)
open Covenant_runtime

type event = Push of bool * int * int | Store of bool | Add of bool | Load of bool | Same of bool

module type MACHINE = sig
  val push : bool -> int -> int -> unit
  val store : unit -> bool
  val add : unit -> bool
  val load : unit -> bool
  val same : unit -> bool
end [@@operators event]

let[@goal] leak =
  {| (Push (_, _, _))*; (Push (true, _, _)); (Push (false, a, b) when 0 <= a && a < 8 && 0 <= b && b < 8 && a <> b); Store _; (Push (_, _, _))*; Same false |}

module Generators (S : MACHINE) = struct
  let rec observed (n : int) : unit =
    if n <= 0 then err ()
    else if bool_gen () then begin
      let left = int_gen () in
      let right = int_gen () in
      S.push true left right;
      observed (n - 1)
    end
    else if S.same () then err ()
    else ()
  [@@covers {| n:{v:int | 0 <= v} -> [tr | len tr <= n && leak_3 tr] |}]
  [@@measure n]
end
