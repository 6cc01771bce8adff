(* A push on two elements takes one away. *)
include Stack_system

let fresh () =
  wrong := true;
  fresh ()
