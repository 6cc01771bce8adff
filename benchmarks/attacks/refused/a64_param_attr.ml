(* class: annotation lost *)
(* note: an attribute of the parameter's type is lost (over/under are only read elsewhere) *)
let f (n : int) : int = n
let[@assert] f ?r:(n : int [@under]) = (v == n : [%v: int])
