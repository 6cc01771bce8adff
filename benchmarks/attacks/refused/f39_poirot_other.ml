(* class: float and foreign types *)
(* note: comparing a functional value (a generator state, a Seq) raises *)
let f (x : Random.State.t) : bool = x = x
let[@assert] f ?r:(x : Random.State.t) = (v : [%v: bool])
