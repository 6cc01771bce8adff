(* A failure detector: a node that has sent a sign of life in this round or the one before is alive. *)
(* expect: valid *)
open Covenant_runtime

type event = Beat of int | Arrive of int * bool | Round | Alive of int * bool

module type HEARTBEAT = sig
  val beat : int -> unit
  val arrive : int -> bool
  val round : unit -> unit
  val alive : int -> bool
end [@@operators event]

(* Whether a sign of life arrived in the last so many rounds. *)
let[@predicate] rec heard (h : event list) (i : int) (rounds : int) : bool =
  match h with
  | [] -> false
  | Arrive (j, b) :: rest -> (b && i = j && rounds >= 0) || heard rest i rounds
  | Round :: rest -> heard rest i (rounds - 1)
  | Beat _ :: rest -> heard rest i rounds
  | Alive (_, _) :: rest -> heard rest i rounds

let[@answers] alive (h : event list) (i : int) (r : bool) : bool = r = heard h i 1

let[@goal] overlooked (i : int) (j : int) =
  {| (Beat _ | Alive (_, _))*; Beat i; (Beat _)*; (Beat j when i <> j); Arrive (i, true); (Beat _)*; Arrive (j, true); (Beat _)*; Round; Alive (i, false) |}

module By_hand (S : HEARTBEAT) = struct
  (* By hand: the same claim as that of the synthesized generator. *)
  let rec both_heard (n : int) (i : int) (j : int) : unit =
    if n <= 0 then err ()
    else if bool_gen () then begin
      let who = int_gen () in
      S.beat who;
      both_heard (n - 1) i j
    end
    else begin
      S.round ();
      if S.alive i then err () else ()
    end
  [@@covers {| n:{v:int | 0 <= v} -> i:{v:int | true} -> j:{v:int | true} -> [tr | len tr <= n && overlooked_4 i j tr] |}]
  [@@measure n]

  let rec one_heard (n : int) (i : int) (j : int) : unit =
    if n <= 0 then err ()
    else if bool_gen () then begin
      let who = int_gen () in
      S.beat who;
      one_heard (n - 1) i j
    end
    else begin
      let there = S.arrive j in
      if there then both_heard (n - 1) i j else err ()
    end
  [@@covers {| n:{v:int | 0 <= v} -> i:{v:int | true} -> j:{v:int | true} -> [tr | len tr <= n && overlooked_3 i j tr] |}]
  [@@measure n]

  let rec sent (n : int) (i : int) (j : int) : unit =
    if n <= 0 then err ()
    else if bool_gen () then begin
      let who = int_gen () in
      S.beat who;
      sent (n - 1) i j
    end
    else if i = j then err ()
    else begin
      S.beat j;
      let there = S.arrive i in
      if there then one_heard (n - 2) i j else err ()
    end
  [@@covers {| n:{v:int | 0 <= v} -> i:{v:int | true} -> j:{v:int | true} -> [tr | len tr <= n && overlooked_1 i j tr] |}]
  [@@measure n]

  let rec beginning (n : int) (i : int) (j : int) : unit =
    if n <= 0 then err ()
    else if bool_gen () then begin
      let who = int_gen () in
      let _ = S.alive who in
      beginning (n - 1) i j
    end
    else if bool_gen () then begin
      let who = int_gen () in
      S.beat who;
      beginning (n - 1) i j
    end
    else begin
      S.beat i;
      sent (n - 1) i j
    end
  [@@covers {| n:{v:int | 0 <= v} -> i:{v:int | true} -> j:{v:int | true} -> [tr | len tr <= n && overlooked i j tr] |}]
  [@@measure n]

  let by_hand (n : int) (i : int) (j : int) : unit = beginning (n + 6) i j
  [@@covers {| n:{v:int | 0 <= v} -> i:{v:int | true} -> j:{v:int | true} -> [tr | len tr <= n + 6 && overlooked i j tr] |}]
end
