(* class: annotation lost *)
(* never: false *)
let f () : bool = true
let[@assert][@library] f ?r:(u : unit) = (true : [%v: bool])
