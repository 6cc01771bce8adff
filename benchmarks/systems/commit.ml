(* Two-phase commit with two participants: one commits only if both have agreed. *)
(* expect: valid *)
open Covenant_runtime

type event = Vote of int * bool | Collect of int * bool | Decide | Inform of int * bool | Committed of int * bool

module type COMMIT = sig
  val vote : int -> bool -> unit
  val collect : int -> bool
  val decide : unit -> unit
  val inform : int -> bool
  val committed : int -> bool
end [@@operators event]

(* What a participant has said first; later votes are not allowed to count. *)
let[@predicate] rec agreed (h : event list) (p : int) : bool =
  match h with
  | [] -> false
  | Vote (q, b) :: rest -> if p = q then if voted rest p then agreed rest p else b else agreed rest p
  | Collect (_, _) :: rest -> agreed rest p
  | Decide :: rest -> agreed rest p
  | Inform (_, _) :: rest -> agreed rest p
  | Committed (_, _) :: rest -> agreed rest p

and voted (h : event list) (p : int) : bool =
  match h with
  | [] -> false
  | Vote (q, _) :: rest -> p = q || voted rest p
  | Collect (_, _) :: rest -> voted rest p
  | Decide :: rest -> voted rest p
  | Inform (_, _) :: rest -> voted rest p
  | Committed (_, _) :: rest -> voted rest p

let[@answers] committed (h : event list) (_ : int) (r : bool) : bool = (not r) || (agreed h 0 && agreed h 1)

let[@goal] half =
  {| (Committed (_, _))*; Vote (0, true); Vote (0, true); Collect (0, true); (Vote (1, false))*; Collect (0, true); (Vote (1, false))*; Decide; (Committed (_, _))*; Inform (0, true); Committed (0, true) |}

module By_hand (S : COMMIT) = struct
  (* By hand: the same claim as that of the synthesized generator. *)
  let rec decided (n : int) : unit =
    if n <= 0 then err ()
    else if bool_gen () then begin
      let who = int_gen () in
      let _ = S.committed who in
      decided (n - 1)
    end
    else begin
      let told = S.inform 0 in
      if told then begin
        let bad = S.committed 0 in
        if bad then () else err ()
      end
      else err ()
    end
  [@@covers {| n:{v:int | 0 <= v} -> [tr | len tr <= n && half_5 tr] |}]
  [@@measure n]

  let rec collected_twice (n : int) : unit =
    if n <= 0 then err ()
    else if bool_gen () then begin
      S.vote 1 false;
      collected_twice (n - 1)
    end
    else begin
      S.decide ();
      decided (n - 1)
    end
  [@@covers {| n:{v:int | 0 <= v} -> [tr | len tr <= n && half_4 tr] |}]
  [@@measure n]

  let rec collected_once (n : int) : unit =
    if n <= 0 then err ()
    else if bool_gen () then begin
      S.vote 1 false;
      collected_once (n - 1)
    end
    else begin
      let there = S.collect 0 in
      if there then collected_twice (n - 1) else err ()
    end
  [@@covers {| n:{v:int | 0 <= v} -> [tr | len tr <= n && half_3 tr] |}]
  [@@measure n]

  let rec before_votes (n : int) : unit =
    if n <= 0 then err ()
    else if bool_gen () then begin
      let who = int_gen () in
      let _ = S.committed who in
      before_votes (n - 1)
    end
    else begin
      S.vote 0 true;
      S.vote 0 true;
      let there = S.collect 0 in
      if there then collected_once (n - 3) else err ()
    end
  [@@covers {| n:{v:int | 0 <= v} -> [tr | len tr <= n && half tr] |}]
  [@@measure n]

  let by_hand (n : int) : unit = before_votes (n + 7)
  [@@covers {| n:{v:int | 0 <= v} -> [tr | len tr <= n + 7 && half tr] |}]
end
