(* A machine with labels on values, run twice side by side: where a value is secret the two runs differ. Afterwards an
   observer who sees what is public in the memory must see the same in both. Addresses are 0 to 7. *)
(* expect: valid *)
open Covenant_runtime

type event = Push of bool * int * int | Store of bool | Add of bool | Load of bool | Same of bool

module type MACHINE = sig
  val push : bool -> int -> int -> unit
  val store : unit -> bool
  val add : unit -> bool
  val load : unit -> bool
  val same : unit -> bool
end [@@operators event]

let[@answers] same (_ : event list) (r : bool) : bool = r

let[@goal] leak =
  {| (Push (true, x, _) when x <> 0); (Push (true, a, _) when 0 <= a && a < 4); Store _; (Push (false, b, c) when 0 <= b && b < 4 && 4 <= c && c < 8); Load _; (Push (true, d, _) when 0 <= d && d < 8); Store _; Same false |}

module By_hand (S : MACHINE) = struct
  (* By hand: the same claim as that of the synthesized generator. There is one sequence of requests. *)
  let stored_again () : unit =
    let _ = S.store () in
    if S.same () then err () else ()
  [@@covers {| M [tr | leak_6 tr] |}]

  let loaded () : unit =
    let address = int_range 0 7 in
    let unused = int_gen () in
    S.push true address unused;
    stored_again ()
  [@@covers {| M [tr | leak_5 tr] |}]

  let stored () : unit =
    let b = int_range 0 3 in
    let c = int_range 4 7 in
    S.push false b c;
    let _ = S.load () in
    loaded ()
  [@@covers {| M [tr | leak_3 tr] |}]

  let address_pushed () : unit =
    let a = int_range 0 3 in
    let unused = int_gen () in
    S.push true a unused;
    let _ = S.store () in
    stored ()
  [@@covers {| M [tr | leak_1 tr] |}]

  let by_hand (n : int) : unit =
    let x = int_gen () in
    let unused = int_gen () in
    if x = 0 then err ()
    else begin
      S.push true x unused;
      address_pushed ()
    end
  [@@covers {| n:{v:int | 0 <= v} -> [tr | len tr <= n + 8 && leak tr] |}]
end
