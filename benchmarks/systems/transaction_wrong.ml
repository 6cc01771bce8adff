(* Reads do not see the transaction's own writes once another one was committed. *)
include Transaction_system

let fresh () =
  wrong := true;
  fresh ()
