(* class: building moved *)
let f (n : int) = QCheck.Gen.(oneof [ return 0; return (match n with x when 10 / x = 3 -> 1 | _ -> 2) ])
[@@covers {| n:int -> [v:int | v = 0] |}]
