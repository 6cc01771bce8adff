(* A loop in a module says nothing about its types. *)
module M = struct
  type t = A | B
  let count x = let y = ref 0 in while !y < x do incr y done; !y
end

let g = QCheck.Gen.oneofl [ M.A; M.B ]
[@@covers {| [v:M.t | true] |}]
