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
  {| (Push (_, _, _))*; Push (true, _, _); Push (true, _, _); Store _; Push (false, _, _); Load _; Push (true, _, _); Store _; Same false |}

module By_hand (S : MACHINE) = struct
  (* By hand: the same claim as that of the synthesized generator. *)
  let stored_again () : unit =
    let _ = S.store () in
    if S.same () then err () else ()
  [@@covers {| M [tr | leak_6 tr] |}]

  let loaded () : unit =
    let address = int_gen () in
    let unused = int_gen () in
    S.push true address unused;
    stored_again ()
  [@@covers {| M [tr | leak_5 tr] |}]

  let memory_filled () : unit =
    let left = int_gen () in
    let right = int_gen () in
    S.push false left right;
    let _ = S.load () in
    loaded ()
  [@@covers {| M [tr | leak_3 tr] |}]

  let rec stored (n : int) : unit =
    if n <= 0 then err ()
    else if bool_gen () then begin
      let secret = bool_gen () in
      let left = int_gen () in
      let right = int_gen () in
      S.push secret left right;
      stored (n - 1)
    end
    else begin
      let left = int_gen () in
      let right = int_gen () in
      S.push true left right;
      let address = int_gen () in
      let unused = int_gen () in
      S.push true address unused;
      let _ = S.store () in
      memory_filled ()
    end
  [@@covers {| n:{v:int | 0 <= v} -> [tr | len tr <= n && leak tr] |}]
  [@@measure n]

  let by_hand (n : int) : unit = stored (n + 8)
  [@@covers {| n:{v:int | 0 <= v} -> [tr | len tr <= n + 8 && leak tr] |}]
end
