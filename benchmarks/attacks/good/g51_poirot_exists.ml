(* class: annotation: quantifier *)
let f () : int = 2 * int_gen ()
let[@assert] f ?r:(u : unit) = ((fun ((w [@ex]) : int) -> v = 2 * w) : [%v: int])
