(* Operators as functions, and data that is computed when the program starts. *)
(* expect: valid *)
(* level: 2 *)
open QCheck

type rank = Number of int | Jack | Queen | King | Ace

let ranks = List.init 9 (fun i -> Number (i + 2)) @ [ Jack; Queen; King; Ace ]

let rank = Gen.oneofl ranks
[@@covers {| [v:rank | v = Number 2 || v = Number 10 || v = Jack || v = Ace] |}]

let third = Gen.(small_nat >|= ( * ) 3)
[@@covers {| [v:int | v mod 3 = 0 && 0 <= v && v <= 297] |}]
