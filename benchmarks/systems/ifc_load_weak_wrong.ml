(* What is loaded from a secret address has the label of the cell. *)
include Ifc_system

let fresh () =
  wrong := Load;
  fresh ()
