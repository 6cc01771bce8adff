(* class: annotation lost: quantifier *)
(* note: an attribute of the body that has no effect *)
let f () : int = int_range 0 1
let[@assert] f ?r:(u : unit) = ((fun (w : int) -> (v = 0 || w = 1) [@ex]) : [%v: int])
