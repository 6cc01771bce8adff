(* The same runner under its older name. *)

include QCheck_base_runner
