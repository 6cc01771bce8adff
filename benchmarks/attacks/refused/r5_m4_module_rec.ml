(* class: a module that is not read and does something *)
module rec M : sig val z : int -> int end = struct let () = exit 0 let z x = x end
let f = QCheck.Gen.oneofl [ 1; 2 ]
[@@covers {| [v:int | v = 1 || v = 2] |}]
