(* Three nodes in a ring elect the one with the greatest number: there is never a second leader. *)
(* expect: valid *)
open Covenant_runtime

type event = Start of int | Deliver of int * bool | Leaders of int

module type RING = sig
  val start : int -> unit
  val deliver : int -> bool
  val leaders : unit -> int
end [@@operators event]

let[@answers] leaders (_ : event list) (r : int) : bool = r <= 1

let[@goal] two =
  {| (Leaders _)*; Start 0; Deliver (1, true); (Leaders _)*; Deliver (2, true); Deliver (0, true); (Leaders _)*; Start 2; Deliver (0, true); Deliver (1, true); Deliver (2, true); (Leaders r when r > 1) |}

module By_hand (S : RING) = struct
  (* By hand: the same claim as that of the synthesized generator. *)
  let second_round (n : int) : unit =
    let b = S.deliver 1 in
    let c = S.deliver 2 in
    let all = S.leaders () in
    if b && c && all > 1 && 3 <= n then () else err ()
  [@@covers {| n:{v:int | 0 <= v} -> [tr | len tr <= n && two_6 tr] |}]

  let rec won_once (n : int) : unit =
    if n <= 0 then err ()
    else if bool_gen () then begin
      let _ = S.leaders () in
      won_once (n - 1)
    end
    else begin
      S.start 2;
      let a = S.deliver 0 in
      if a && 2 <= n then second_round (n - 2) else err ()
    end
  [@@covers {| n:{v:int | 0 <= v} -> [tr | len tr <= n && two_4 tr] |}]
  [@@measure n]

  let rec on_its_way (n : int) : unit =
    if n <= 0 then err ()
    else if bool_gen () then begin
      let _ = S.leaders () in
      on_its_way (n - 1)
    end
    else begin
      let a = S.deliver 2 in
      let b = S.deliver 0 in
      if a && b && 2 <= n then won_once (n - 2) else err ()
    end
  [@@covers {| n:{v:int | 0 <= v} -> [tr | len tr <= n && two_2 tr] |}]
  [@@measure n]

  let rec at_rest (n : int) : unit =
    if n <= 0 then err ()
    else if bool_gen () then begin
      let _ = S.leaders () in
      at_rest (n - 1)
    end
    else begin
      S.start 0;
      let a = S.deliver 1 in
      if a && 2 <= n then on_its_way (n - 2) else err ()
    end
  [@@covers {| n:{v:int | 0 <= v} -> [tr | len tr <= n && two tr] |}]
  [@@measure n]

  let by_hand (n : int) : unit = at_rest (n + 9)
  [@@covers {| n:{v:int | 0 <= v} -> [tr | len tr <= n + 9 && two tr] |}]
end
