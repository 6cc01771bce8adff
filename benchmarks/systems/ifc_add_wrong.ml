(* A sum has the label of what was pushed last. *)
include Ifc_system

let fresh () =
  wrong := Add;
  fresh ()
