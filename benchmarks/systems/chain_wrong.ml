(* The head does not send again what the failed one had. *)
include Chain_system

let fresh () =
  wrong := true;
  fresh ()
