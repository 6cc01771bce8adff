(* class: annotation lost: quantifier *)
(* note: as written, every integer is promised *)
let f () : int = int_range 0 1
let[@assert] f ?r:(u : unit) = ((fun[@ex] (w : int) -> v = 0 || w = 1) : [%v: int])
