(* division_by_choice with a claim that forgets the failing division. *)
(* expect: rejected *)
(* missing: divisor () => 0 *)
open Covenant_runtime

let divisor () : int =
  let x = int_gen () in
  let _quotient = 3 / x in
  x
[@@covers {| M [v:int | true] |}]
