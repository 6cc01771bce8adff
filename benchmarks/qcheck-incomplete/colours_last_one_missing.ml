(* The last constructor is not in the list. *)
(* expect: rejected *)
(* missing: colour () => Blue *)
open QCheck

type colour = Red | Green | Blue

let colour = Gen.oneofl [ Red; Green ]
[@@covers {| [v:colour | true] |}]
