(* class: annotation lost *)
(* note: the claim's let has an ignored type *)
let f () : int = 0
let[@assert] f ?r:(u : unit) : bool = (v = 0 : [%v: int])
