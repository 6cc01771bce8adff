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
  {| (Push (_, _, _))*; (Push (false, x, y) when x <> y); Push (true, _, _); Add _; (Push (true, a, _) when 0 <= a && a < 8); Store _; (Push (_, _, _))*; Same false |}

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
  [@@covers {| n:{v:int | true} -> [tr | len tr <= n && leak_5 tr] |}]
  [@@measure if n < 0 then 0 else n]

  let sum_stored (n : int) : unit =
    let address = int_range 0 7 in
    let unused = int_gen () in
    S.push true address unused;
    let _ = S.store () in
    observed (n - 2)
  [@@covers {| n:{v:int | true} -> [tr | len tr <= n && leak_3 tr] |}]

  let rec summed (n : int) : unit =
    if n <= 0 then err ()
    else if bool_gen () then begin
      let secret = bool_gen () in
      let left = int_gen () in
      let right = int_gen () in
      S.push secret left right;
      summed (n - 1)
    end
    else begin
      let x = int_gen () in
      let y = int_gen () in
      if x = y then err ()
      else begin
        S.push false x y;
        let left = int_gen () in
        let right = int_gen () in
        S.push true left right;
        let _ = S.add () in
        sum_stored (n - 3)
      end
    end
  [@@covers {| n:{v:int | 0 <= v} -> [tr | len tr <= n && leak tr] |}]
  [@@measure n]

  let by_hand (n : int) : unit = summed (n + 6)
  [@@covers {| n:{v:int | 0 <= v} -> [tr | len tr <= n + 6 && leak tr] |}]
end
