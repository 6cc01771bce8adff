(* class: float and foreign types *)
(* note: comparing a suspension raises *)
let f (x : int Lazy.t) : bool = x = x
let[@assert] f ?r:(x : int Lazy.t) = (v : [%v: bool])
