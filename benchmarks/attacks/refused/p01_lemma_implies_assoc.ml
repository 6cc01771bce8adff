(* class: formula precedence *)
(* note: in OCaml text a ==> b ==> c is (a ==> b) ==> c; here f () = 2 refutes that reading for all values but 1, 2: the claim promises v with ((v<>1) ==> (v<>2)) ==> v = 3, i.e. also v = 2 *)
let f () : int = if bool_gen () then int_gen () else 2
let[@assert] f ?r:(u : unit) = ((v <> 1) ==> (v <> 2) ==> (v = 3) : [%v: int])
