(* class: signatures that hide names *)
module type S = sig module N : sig val k : int end val z : int end
module N = struct let k = 200 end
module P = struct let k = 2 end
module M : S with module N := P = struct module N = P let z = 1 end
open M
let f = QCheck.Gen.return N.k
[@@covers {| [v:int | v = 2] |}]
