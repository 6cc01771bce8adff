(* class: a module that is not read and does something *)
module type T = sig val z : int end
module M : sig include T end = struct let () = exit 0 let z = 1 end
let f = QCheck.Gen.oneofl [ 1; 2 ]
[@@covers {| [v:int | v = 1 || v = 2] |}]
