(* class: annotation lost *)
(* note: two claims about one function: only one can be shown *)
(* never: false *)
let f () : bool = true [@@covers {| unit -> [v:bool | v] |}]
let[@assert] f ?r:(u : unit) = (true : [%v: bool])
