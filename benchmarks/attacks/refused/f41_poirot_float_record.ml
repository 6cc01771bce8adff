(* class: float and foreign types *)
(* note: as f37, within a record *)
type r = { a : Float.t; b : int }
let f (x : r) : bool = x = x
let[@assert] f ?r:(x : r) = (v : [%v: bool])
