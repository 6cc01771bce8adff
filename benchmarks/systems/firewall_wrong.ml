(* A reply closes the way for later requests of the same host. *)
include Firewall_system

let fresh () =
  wrong := true;
  fresh ()
