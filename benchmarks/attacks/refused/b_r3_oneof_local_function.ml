(* class: building moved *)
let f (n : int) = QCheck.Gen.(oneof [ return 0; (let g x = 10 / x in return (g n)) ])
[@@covers {| n:int -> [v:int | v = 0] |}]
