(* class: annotation lost *)
(* read: g *)
(* never: false *)
let g () : bool = bool_gen ()
let[@assert] g ?r:(u : unit) = (true : [%v: bool])
let f () : bool = true
let f ?r:(u : unit) = (true : [%v: bool]) [@@assert]
