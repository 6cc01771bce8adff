(* Votes are counted, and not those who vote. *)
include Commit_system

let fresh () =
  wrong := true;
  fresh ()
