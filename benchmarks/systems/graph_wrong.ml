(* An edge joins a node, and not the set that it is in. *)
include Graph_system

let fresh () =
  wrong := true;
  fresh ()
