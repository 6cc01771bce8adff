(* After both were heard, only these two send. *)
(* expect: rejected *)
(* missing: both_heard 3 0 0 => [Beat 1; Round; Alive (0, false)] *)
open Covenant_runtime

type event = Beat of int | Arrive of int * bool | Round | Alive of int * bool

module type HEARTBEAT = sig
  val beat : int -> unit
  val arrive : int -> bool
  val round : unit -> unit
  val alive : int -> bool
end [@@operators event]

let[@goal] overlooked (i : int) (j : int) =
  {| (Beat _ | Alive (_, _))*; Beat i; (Beat _)*; (Beat j when i <> j); Arrive (i, true); (Beat _)*; Arrive (j, true); (Beat _)*; Round; Alive (i, false) |}

module Generators (S : HEARTBEAT) = struct
  let rec both_heard (n : int) (i : int) (j : int) : unit =
    if n <= 0 then err ()
    else if bool_gen () then begin
      let who = int_gen () in
      if who <> i && who <> j then err ()
      else begin
        S.beat who;
        both_heard (n - 1) i j
      end
    end
    else begin
      S.round ();
      if S.alive i then err () else ()
    end
  [@@covers {| n:{v:int | 0 <= v} -> i:{v:int | true} -> j:{v:int | true} -> [tr | len tr <= n && overlooked_4 i j tr] |}]
  [@@measure n]
end
