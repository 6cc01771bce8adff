(* Election of a leader among three servers: in a term there is at most one, even if a server restarts. *)
(* expect: valid *)
open Covenant_runtime

type event = Timeout of int | Request_vote of int * int * bool | Restart of int | Leaders of int

module type RAFT = sig
  val timeout : int -> unit
  val request_vote : int -> int -> bool
  val restart : int -> unit
  val leaders : unit -> int
end [@@operators event]

(* The most leaders that some term has had. *)
let[@answers] leaders (_ : event list) (r : int) : bool = r <= 1

let[@goal] two =
  {| (Leaders _)*; Timeout 0; (Leaders _)*; Timeout 1; Request_vote (0, 2, true); (Leaders _ | Timeout 5)*; Restart 2; (Leaders _)*; Request_vote (1, 2, true); (Leaders r when r > 1) |}

module By_hand (S : RAFT) = struct
  (* By hand: the same claim as that of the synthesized generator. *)
  let rec restarted (n : int) : unit =
    if n <= 0 then err ()
    else if bool_gen () then begin
      let _ = S.leaders () in
      restarted (n - 1)
    end
    else begin
      let voted = S.request_vote 1 2 in
      let all = S.leaders () in
      if voted && all > 1 && 2 <= n then () else err ()
    end
  [@@covers {| n:{v:int | 0 <= v} -> [tr | len tr <= n && two_4 tr] |}]
  [@@measure n]

  let rec voted_once (n : int) : unit =
    if n <= 0 then err ()
    else if bool_gen () then begin
      let _ = S.leaders () in
      voted_once (n - 1)
    end
    else if bool_gen () then begin
      S.timeout 5;
      voted_once (n - 1)
    end
    else begin
      S.restart 2;
      restarted (n - 1)
    end
  [@@covers {| n:{v:int | 0 <= v} -> [tr | len tr <= n && two_3 tr] |}]
  [@@measure n]

  let rec one_candidate (n : int) : unit =
    if n <= 0 then err ()
    else if bool_gen () then begin
      let _ = S.leaders () in
      one_candidate (n - 1)
    end
    else begin
      S.timeout 1;
      let voted = S.request_vote 0 2 in
      if voted && 2 <= n then voted_once (n - 2) else err ()
    end
  [@@covers {| n:{v:int | 0 <= v} -> [tr | len tr <= n && two_1 tr] |}]
  [@@measure n]

  let rec no_candidate (n : int) : unit =
    if n <= 0 then err ()
    else if bool_gen () then begin
      let _ = S.leaders () in
      no_candidate (n - 1)
    end
    else begin
      S.timeout 0;
      one_candidate (n - 1)
    end
  [@@covers {| n:{v:int | 0 <= v} -> [tr | len tr <= n && two tr] |}]
  [@@measure n]

  let by_hand (n : int) : unit = no_candidate (n + 6)
  [@@covers {| n:{v:int | 0 <= v} -> [tr | len tr <= n + 6 && two tr] |}]
end
