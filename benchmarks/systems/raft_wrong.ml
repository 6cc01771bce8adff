(* A restarted server has forgotten whom it has voted for. *)
include Raft_system

let fresh () =
  wrong := true;
  fresh ()
