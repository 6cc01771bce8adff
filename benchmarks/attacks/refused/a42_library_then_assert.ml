(* class: annotation lost *)
(* never: false *)
let f () : bool = true
let[@library][@assert] f ?r:(u : unit) = (true : [%v: bool])
