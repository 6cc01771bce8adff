(* class: annotation lost: quantifier *)
(* read: f *)
(* note: the axiom is read with forall: a false axiom (x = 1 for all x) is assumed instead of a true one *)
let[@predicate] p (x : int) : bool = x = 1
let[@lemma] l ((x : int [@exists])) = p x || not (p x)
let f () : int = 0
let[@assert] f ?r:(u : unit) = (v = 0 : [%v: int])
