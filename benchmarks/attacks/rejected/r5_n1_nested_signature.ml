(* class: signatures that hide names *)
let keep n = if n = 7777 then 0 else n
module type T = sig module I : sig val z : int end end
module F (X : T) = struct
  open X.I
  let g = QCheck.Gen.map keep QCheck.Gen.nat
  [@@covers {| [v:int | 0 <= v && v <= 9999] |}]
end
module A = F (struct module I = struct let keep (n : int) = n let z = 1 end end)
