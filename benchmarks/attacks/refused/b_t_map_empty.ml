(* class: building moved *)
let f (n : int) = QCheck.Gen.(oneof (return 0 :: List.map (let k = 10 / n in fun x -> return (x + k)) []))
[@@covers {| n:int -> [v:int | v = 0] |}]
