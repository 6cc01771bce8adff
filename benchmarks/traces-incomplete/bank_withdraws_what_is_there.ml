(* Between the two, nobody tries to withdraw more. *)
(* expect: rejected *)
(* missing: taken 3 0 => [Withdraw (1, false); Withdraw (0, true); Balance (-1)] *)
open Covenant_runtime

type event = Deposit of int | Withdraw of int * bool | Balance of int

module type BANK = sig
  val deposit : int -> unit
  val withdraw : int -> bool
  val balance : unit -> int
end [@@operators event]

let[@goal] below (x : int) = {| (Balance _)*; (Deposit x when x > 0); (Balance _)*; Withdraw (x, true); (Withdraw (_, _))*; Withdraw (x, true); (Balance r when r < 0) |}

module Generators (S : BANK) = struct
  let rec taken (n : int) (x : int) : unit =
    if n <= 0 then err ()
    else if bool_gen () then begin
      let some = int_gen () in
      if some > x then err ()
      else begin
        let _ = S.withdraw some in
        taken (n - 1) x
      end
    end
    else begin
      let again = S.withdraw x in
      if again then begin
        let left = S.balance () in
        if left < 0 then () else err ()
      end
      else err ()
    end
  [@@covers {| n:{v:int | 0 <= v} -> x:{v:int | true} -> [tr | len tr <= n && below_2 x tr] |}]
  [@@measure n]
end
