(* class: building moved *)
let part x = if x = 0 then failwith "no" else x
let app h x = h x
let f (n : int) = QCheck.Gen.(oneof [ return 0; return (app part n) ])
[@@covers {| n:int -> [v:int | v = 0] |}]
