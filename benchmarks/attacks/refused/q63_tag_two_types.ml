(* class: a tag of several types *)
type a = [ `A | `B ]
type b = [ `A | `C ]
let g : a QCheck.Gen.t = QCheck.Gen.oneofl [ `A; `B ]
[@@covers {| [v:b | true] |}]
