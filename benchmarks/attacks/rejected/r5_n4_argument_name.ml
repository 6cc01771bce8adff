(* class: signatures that hide names *)
module type S = sig val keep : int -> int end
module Make (X : S) = struct include X end
module A = Make (struct let keep n = if n = 7777 then 0 else n end)
module A_argument0 = struct let keep (n : int) = n end
let f = QCheck.Gen.map A.keep QCheck.Gen.nat
[@@covers {| [v:int | 0 <= v && v <= 9999] |}]
