(* A node that has not started itself passes smaller numbers on. *)
include Ring_system

let fresh () =
  wrong := true;
  fresh ()
