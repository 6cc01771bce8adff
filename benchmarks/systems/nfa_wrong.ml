(* The run goes on with one of the next states only. *)
include Nfa_system

let fresh () =
  wrong := true;
  fresh ()
