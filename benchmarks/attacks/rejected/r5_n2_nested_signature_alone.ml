(* class: signatures that hide names *)
let k = 200
module M : sig module I : sig val z : int end end = struct module I = struct let k = 2 let z = 1 end end
open M.I
let f = QCheck.Gen.return k
[@@covers {| [v:int | v = 2] |}]
