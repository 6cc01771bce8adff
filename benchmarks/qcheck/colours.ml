(* Three values, by a list. *)
(* expect: valid *)
(* level: 1 *)
open QCheck

type colour = Red | Green | Blue

let colour = Gen.oneofl [ Red; Green; Blue ]
[@@covers {| [v:colour | true] |}]
