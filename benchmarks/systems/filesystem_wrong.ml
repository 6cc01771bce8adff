(* What is below a deleted directory stays. *)
include Filesystem_system

let fresh () =
  wrong := true;
  fresh ()
