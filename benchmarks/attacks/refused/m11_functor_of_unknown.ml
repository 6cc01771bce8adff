(* class: a functor of something unknown *)
module F (X : sig val hi : int end) = struct
  let gen = QCheck.Gen.int_range 0 X.hi
  [@@covers {| [v:int | 0 <= v && v <= 5] |}]
end
module A = F (Elsewhere)
