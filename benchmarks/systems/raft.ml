(* Election of a leader among three servers: in a term there is at most one, even if a server restarts. *)
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
