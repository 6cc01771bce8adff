(* Arrays that are only chosen from. *)
(* expect: valid *)
(* level: 1 *)
open QCheck

type suit = Hearts | Spades | Clubs | Diamonds

let suits = [| Hearts; Spades; Clubs; Diamonds |]

let suit = Gen.oneofa suits
[@@covers {| [v:suit | true] |}]

let level = Gen.oneofa [| 1; 2; 4; 8 |]
[@@covers {| [v:int | v = 1 || v = 2 || v = 4 || v = 8] |}]
