(* An acceptor forgets what it has promised when it is asked to accept. *)
include Paxos_system

let fresh () =
  wrong := true;
  fresh ()
