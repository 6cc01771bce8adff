(* The last of the eight addresses is never used. *)
(* expect: rejected *)
(* missing: sum_stored 0 => [Push (true, 7, 0); Store false; Same false] *)
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
  {| (Push (_, _, _))*; (Push (false, x, y) when x <> y); Push (true, _, _); Add _; (Push (true, a, _) when 0 <= a && a < 8); Store _; (Push (_, _, _))*; Same false |}

module Generators (S : MACHINE) = struct
  let sum_stored (n : int) : unit =
    let address = int_range 0 6 in
    let unused = int_gen () in
    S.push true address unused;
    let _ = S.store () in
    if S.same () then err () else ()
  [@@covers {| n:{v:int | true} -> [tr | len tr <= 3 && leak_3 tr] |}]
end
