(* class: float and foreign types *)
(* note: boxed integers compared by address *)
let f (x : Int64.t) : bool = x == x
let[@assert] f ?r:(x : Int64.t) = (v : [%v: bool])
