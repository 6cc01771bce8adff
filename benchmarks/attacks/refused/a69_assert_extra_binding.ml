(* class: annotation lost *)
(* note: let … and … with two assertions *)
let f () : int = 0
let g () : int = 0
let[@assert] f ?r:(u : unit) = (v = 0 : [%v: int])
and g ?r:(u : unit) = (true : [%v: int])
