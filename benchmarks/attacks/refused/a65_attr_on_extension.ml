(* class: annotation lost *)
(* note: [@over] inside the value's type is lost: the result is said to be an over-approximation *)
let f () : int = 0
let[@assert] f ?r:(u : unit) = (v = 0 : [%v: int] [@over])
