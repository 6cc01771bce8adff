(* class: control, of a parameter only what its signature lists is seen *)
let lo = 0
module F (X : sig val hi : int end) = struct
  open X
  let gen = QCheck.Gen.int_range lo hi
  [@@covers {| [v:int | 0 <= v && v <= 5] |}]
end
module M = struct let lo = 3 let hi = 5 end
module A = F (M)
