(* class: annotation lost: quantifier *)
(* read: f *)
(* never: false *)
let[@predicate] p (x : int) : bool = x = 0
let[@lemma] l (x : int [@exists]) = p x
let f () : int = 0
let[@assert] f ?r:(u : unit) = (v = 0 : [%v: int])
