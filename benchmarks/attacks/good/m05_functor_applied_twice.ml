(* class: control, a functor applied to two modules *)
module F (X : sig val hi : int end) = struct
  let gen = QCheck.Gen.int_range 0 X.hi
  [@@covers {| [v:int | 0 <= v && v <= 3] |}]
end
module A = F (struct let hi = 3 end)
module B = F (struct let hi = 5 end)
