(* One is missing from the array. *)
(* expect: rejected *)
(* missing: suit () => Clubs *)
open QCheck

type suit = Hearts | Spades | Clubs | Diamonds

let suits = [| Hearts; Spades; Diamonds |]

let suit = Gen.oneofa suits
[@@covers {| [v:suit | true] |}]
