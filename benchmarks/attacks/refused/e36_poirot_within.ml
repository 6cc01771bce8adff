(* class: evaluation moved *)
(* never: false *)
let pair () : bool * bool =
  let h = let c = bool_gen () in fun () -> c in
  (h (), h ())
let[@assert] pair ?r:(u : unit) = (true : [%v: bool * bool])
let[@assert? pair when ([], [], [])] h ?r:(u : unit) = (true : [%v: bool])
