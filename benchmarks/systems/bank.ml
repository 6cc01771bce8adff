(* An account: it is never below zero. *)
(* expect: valid *)
open Covenant_runtime

type event = Deposit of int | Withdraw of int * bool | Balance of int

module type BANK = sig
  val deposit : int -> unit
  val withdraw : int -> bool
  val balance : unit -> int
end [@@operators event]

let[@predicate] rec amount (h : event list) : int =
  match h with
  | [] -> 0
  | Deposit x :: rest -> if x > 0 then amount rest + x else amount rest
  | Withdraw (x, b) :: rest -> if b then amount rest - x else amount rest
  | Balance _ :: rest -> amount rest

let[@answers] withdraw (h : event list) (x : int) (b : bool) : bool = b = (x > 0 && x <= amount h)
let[@answers] balance (h : event list) (r : int) : bool = r = amount h
let[@goal] below (x : int) = {| (Balance _)*; (Deposit x when x > 0); (Balance _)*; Withdraw (x, true); (Withdraw (_, _))*; Withdraw (x, true); (Balance r when r < 0) |}

module By_hand (S : BANK) = struct
  (* By hand: the same claim as that of the synthesized generator. *)
  let rec taken (n : int) (x : int) : unit =
    if n <= 0 then err ()
    else if bool_gen () then begin
      let some = int_gen () in
      let _ = S.withdraw some in
      taken (n - 1) x
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

  let rec paid_in (n : int) (x : int) : unit =
    if n <= 0 then err ()
    else if bool_gen () then begin
      let _ = S.balance () in
      paid_in (n - 1) x
    end
    else begin
      let done_ = S.withdraw x in
      if done_ then taken (n - 1) x else err ()
    end
  [@@covers {| n:{v:int | 0 <= v} -> x:{v:int | true} -> [tr | len tr <= n && below_1 x tr] |}]
  [@@measure n]

  let rec new_account (n : int) (x : int) : unit =
    if n <= 0 then err ()
    else if bool_gen () then begin
      let _ = S.balance () in
      new_account (n - 1) x
    end
    else if x > 0 then begin
      S.deposit x;
      paid_in (n - 1) x
    end
    else err ()
  [@@covers {| n:{v:int | 0 <= v} -> x:{v:int | true} -> [tr | len tr <= n && below x tr] |}]
  [@@measure n]

  let by_hand (n : int) (x : int) : unit = new_account (n + 4) x
  [@@covers {| n:{v:int | 0 <= v} -> x:{v:int | true} -> [tr | len tr <= n + 4 && below x tr] |}]
end
