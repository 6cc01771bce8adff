(* class: annotation lost *)
(* note: the payload of [@assert] is lost *)
let f () : int = 0
let[@assert "unit -> [v:int | true]"] f ?r:(u : unit) = (v = 0 : [%v: int])
