(* The runner of QCheck's tests, which runs none: see covenant_qcheck.ml. *)

let run_tests ?handler ?colors ?verbose ?long ?debug_shrink ?debug_shrink_list ?out ?rand
    (_ : Covenant_qcheck.Test.t list) =
  0

(* The library's ends the program; here the program goes on, whatever type the call has. *)
let run_tests_main ?n ?argv (_ : Covenant_qcheck.Test.t list) = Obj.magic 0
