(* class: float and foreign types *)
(* note: x = x is false for nan; the value true is promised for every x *)
let f (x : Float.t) : bool = x = x
let[@assert] f ?r:(x : Float.t) = (v : [%v: bool])
