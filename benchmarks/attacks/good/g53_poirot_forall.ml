(* class: annotation: quantifier *)
let f () : int list = []
let[@assert] f ?r:(u : unit) = ((fun (w : int) -> not (list_mem v w)) : [%v: int list])
