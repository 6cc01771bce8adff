(* The last suit is never reached. *)
(* expect: rejected *)
(* level: 1 *)
(* missing: any_suit () => Spades *)
(* missing: card () => { suit = Spades; rank = 1 } *)
open Covenant_runtime

type suit = Clubs | Diamonds | Hearts | Spades
type card = { suit : suit; rank : int }

let any_suit () : suit =
  match int_range 0 2 with 0 -> Clubs | 1 -> Diamonds | 2 -> Hearts | _ -> Spades
[@@covers {| M [v:suit | true] |}]

let card () : card = { suit = any_suit (); rank = int_range 1 13 }
[@@covers {| M [v:card | 1 <= v.rank && v.rank <= 13] |}]
