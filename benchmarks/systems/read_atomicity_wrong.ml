(* A read does not see writes of its own transaction that are still on their way. *)
include Read_atomicity_system

let fresh () =
  wrong := true;
  fresh ()
