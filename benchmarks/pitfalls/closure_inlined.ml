(* closure_two_captured with the calls written out: the same integer twice. *)
(* expect: rejected *)
(* missing: two_inlined () => [0; 1] *)
open Covenant_runtime

let two_inlined () : int list =
  let y = int_gen () in
  [ y; y ]
[@@covers {| M [v:int list | len v = 2] |}]
