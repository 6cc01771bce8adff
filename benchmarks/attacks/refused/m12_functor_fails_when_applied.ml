(* class: effects of a functor *)
module F (X : sig val hi : int end) = struct
  let first = 10 / X.hi
end
module Zero = struct let hi = 0 end
module A = F (Zero)
let gen = QCheck.Gen.int_range 0 5
[@@covers {| [v:int | 0 <= v && v <= 5] |}]
