(* The replica answers whatever it has got. *)
include Database_system

let fresh () =
  wrong := true;
  fresh ()
