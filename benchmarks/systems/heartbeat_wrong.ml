(* At the end of a round only the last sign of life is kept. *)
include Heartbeat_system

let fresh () =
  wrong := true;
  fresh ()
