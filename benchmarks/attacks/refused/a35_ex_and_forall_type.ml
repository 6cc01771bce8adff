(* class: annotation lost: quantifier *)
(* note: two quantifiers on one variable; one of them is lost *)
let f () : int = int_range 0 1
let[@assert] f ?r:(u : unit) = ((fun ((w [@ex]) : [%forall: int]) -> v = 0 || w = 1) : [%v: int])
