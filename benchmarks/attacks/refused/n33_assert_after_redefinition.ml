(* class: names: claims *)
(* never: false *)
let f () : bool = bool_gen ()
let[@assert] f ?r:(u : unit) = (true : [%v: bool])
let f () : bool = true
