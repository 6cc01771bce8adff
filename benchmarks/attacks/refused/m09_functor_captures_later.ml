(* class: a functor is written out where its names mean something else *)
let lo = 0
module F (X : sig val hi : int end) = struct
  let gen = QCheck.Gen.int_range lo X.hi
  [@@covers {| [v:int | 0 <= v && v <= 5] |}]
end
let lo = 3
module A = F (struct let hi = 5 end)
