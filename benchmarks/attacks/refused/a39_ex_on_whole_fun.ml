(* class: annotation lost: quantifier *)
(* note: as written perhaps every integer is promised; the attribute has no effect *)
let f () : int = int_range 0 1
let[@assert] f ?r:(u : unit) = (v = 0 || ((fun (w : int) -> v = 0 || w = 1) [@ex]) : [%v: int])
