(* class: signatures that hide names *)
let nat = QCheck.Gen.map (fun n -> if n = 7777 then 0 else n) QCheck.Gen.nat
module M : sig val z : int end = struct include QCheck.Gen let z = 1 end
open M
let f = nat
[@@covers {| [v:int | 0 <= v && v <= 9999] |}]
let main t = QCheck_alcotest.to_alcotest t
