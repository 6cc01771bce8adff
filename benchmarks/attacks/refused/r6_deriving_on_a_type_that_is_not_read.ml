(* class: names: shadowing *)
type s = A | B
let gen = QCheck.Gen.oneofl [ A; B ]
type t = s = A | B [@@deriving qcheck]
let f = gen
[@@covers {| [v:s | true] |}]
