(* class: building moved *)
let f (n : int) = QCheck.Gen.(let _a = return 0 and _b = return (10 / n) in _a)
[@@covers {| n:int -> [v:int | v = 0] |}]
