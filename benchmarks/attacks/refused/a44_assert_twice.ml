(* class: annotation lost *)
(* never: false *)
let f () : bool = true
let[@assert] f ?r:(u : unit) = (true : [%v: bool])
let[@assert] f ?r:(u : unit) = (v : [%v: bool])
