(* The recursive call is not for a smaller value: whatever it returns is passed on
   unchanged, so that nothing but the empty list is ever made. *)
(* expect: rejected *)
(* missing: any_list () => [0] *)
open Covenant_runtime

let rec any_list () : int list =
  if bool_gen () then [] else any_list ()
[@@covers {| M [v:int list | true] |}]
[@@rank len v]
