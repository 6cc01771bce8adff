(* class: evaluated when the program starts *)
module M = struct
  type t = A | B
  let () = while true do () done
end

let g = QCheck.Gen.oneofl [ M.A; M.B ]
[@@covers {| [v:M.t | true] |}]
