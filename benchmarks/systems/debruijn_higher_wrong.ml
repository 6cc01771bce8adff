(* The index is not raised below a binder. *)
include Debruijn_system

let fresh () =
  wrong := true;
  fresh ()
