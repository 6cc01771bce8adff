(* Agreement of three acceptors: at most one value is chosen. Two proposers, with ballots 1 and 2, propose their own values
   unless an acceptor tells them of one that it has accepted. *)
(* expect: valid *)
open Covenant_runtime

type event = Prepare of int * int * bool | Accept of int * int * bool | Chosen of int

module type PAXOS = sig
  val prepare : int -> int -> bool
  val accept : int -> int -> bool
  val chosen : unit -> int
end [@@operators event]

(* How many values are chosen. *)
let[@answers] chosen (_ : event list) (r : int) : bool = r <= 1

let[@goal] two =
  {| Prepare (1, 0, true); (Chosen _)*; Prepare (1, 1, true); Prepare (2, 1, true); (Chosen _)*; Prepare (2, 2, true); Accept (1, 0, true); Accept (1, 1, true); (Chosen _)*; Accept (2, 1, true); Accept (2, 2, true); (Chosen r when r > 1) |}

module By_hand (S : PAXOS) = struct
  (* By hand: the same claim as that of the synthesized generator. *)
  let rec first_chosen (n : int) : unit =
    if n <= 0 then err ()
    else if bool_gen () then begin
      let _ = S.chosen () in
      first_chosen (n - 1)
    end
    else begin
      let one = S.accept 2 1 in
      if one then begin
        let two = S.accept 2 2 in
        if two then begin
          let values = S.chosen () in
          if values > 1 then () else err ()
        end
        else err ()
      end
      else err ()
    end
  [@@covers {| n:{v:int | 0 <= v} -> [tr | len tr <= n && two_6 tr] |}]
  [@@measure n]

  let rec second_ballot (n : int) : unit =
    if n <= 0 then err ()
    else if bool_gen () then begin
      let _ = S.chosen () in
      second_ballot (n - 1)
    end
    else begin
      let promised = S.prepare 2 2 in
      if promised then begin
        let zero = S.accept 1 0 in
        if zero then begin
          let one = S.accept 1 1 in
          if one then first_chosen (n - 3) else err ()
        end
        else err ()
      end
      else err ()
    end
  [@@covers {| n:{v:int | 0 <= v} -> [tr | len tr <= n && two_3 tr] |}]
  [@@measure n]

  let rec first_ballot (n : int) : unit =
    if n <= 0 then err ()
    else if bool_gen () then begin
      let _ = S.chosen () in
      first_ballot (n - 1)
    end
    else begin
      let one = S.prepare 1 1 in
      if one then begin
        let other = S.prepare 2 1 in
        if other then second_ballot (n - 2) else err ()
      end
      else err ()
    end
  [@@covers {| n:{v:int | 0 <= v} -> [tr | len tr <= n && two_1 tr] |}]
  [@@measure n]

  let by_hand (n : int) : unit =
    let zero = S.prepare 1 0 in
    if zero then first_ballot (n + 8) else err ()
  [@@covers {| n:{v:int | 0 <= v} -> [tr | len tr <= n + 9 && two tr] |}]
end
