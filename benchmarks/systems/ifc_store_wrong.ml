(* What is stored at a secret address keeps its own label. *)
include Ifc_system

let fresh () =
  wrong := Store;
  fresh ()
