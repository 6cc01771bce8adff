(* class: float and foreign types *)
(* note: as f37, the type is only in the claim *)
let f x : bool = x = x
let[@assert] f ?r:(x : Float.t) = (v : [%v: bool])
