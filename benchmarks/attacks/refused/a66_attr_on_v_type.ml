(* class: annotation lost *)
(* note: as a65 *)
let f () : int = 0
let[@assert] f ?r:(u : unit) = (v = 0 : ([%v: int] [@over]))
