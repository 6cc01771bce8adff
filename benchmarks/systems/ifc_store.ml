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
  {| (Push (_, _, _))*; (Push (true, _, _)); (Push (false, a, b) when 0 <= a && a < 8 && 0 <= b && b < 8 && a <> b); Store _; (Push (_, _, _))*; Same false |}

module By_hand (S : MACHINE) = struct
  (* By hand: the same claim as that of the synthesized generator. *)
  let rec observed (n : int) : unit =
    if n <= 0 then err ()
    else if bool_gen () then begin
      let secret = bool_gen () in
      let left = int_gen () in
      let right = int_gen () in
      S.push secret left right;
      observed (n - 1)
    end
    else if S.same () then err ()
    else ()
  [@@covers {| n:{v:int | 0 <= v} -> [tr | len tr <= n && leak_3 tr] |}]
  [@@measure n]

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
      let a = int_range 0 7 in
      let b = int_range 0 7 in
      if a = b then err ()
      else begin
        S.push false a b;
        let _ = S.store () in
        observed (n - 3)
      end
    end
  [@@covers {| n:{v:int | 0 <= v} -> [tr | len tr <= n && leak tr] |}]
  [@@measure n]

  let by_hand (n : int) : unit = stored (n + 4)
  [@@covers {| n:{v:int | 0 <= v} -> [tr | len tr <= n + 4 && leak tr] |}]
end
