(* The last number is missing. *)
(* expect: rejected *)
(* missing: rank () => Number 10 *)
open QCheck

type rank = Number of int | Jack | Queen | King | Ace

let ranks = List.init 8 (fun i -> Number (i + 2)) @ [ Jack; Queen; King; Ace ]

let rank = Gen.oneofl ranks
[@@covers {| [v:rank | v = Number 2 || v = Number 10 || v = Jack || v = Ace] |}]
