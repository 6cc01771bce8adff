(* class: annotation lost: quantifier *)
(* note: (w : int [@exists]) becomes forall, so that little is promised; as written every integer is *)
let f () : int = int_range 0 1
let[@assert] f ?r:(u : unit) = ((fun (w : int [@exists]) -> v = 0 || w = 1) : [%v: int])
