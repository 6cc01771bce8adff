(* class: annotation lost: quantifier *)
(* note: a misspelt quantifier is only a warning and becomes forall *)
let f () : int = int_range 0 1
let[@assert] f ?r:(u : unit) = ((fun ((w [@Ex]) : int) -> v = 0 || w = 1) : [%v: int])
