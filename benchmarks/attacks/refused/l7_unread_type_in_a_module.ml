(* class: modules that are not read *)
type t = A | B

module M = struct
  type t = A | B | C of < n : int >
end

open M

let g = QCheck.Gen.oneofl [ A; B ]
[@@covers {| [v:t | true] |}]
