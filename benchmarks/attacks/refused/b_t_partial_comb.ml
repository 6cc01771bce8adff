(* class: building moved *)
let f (n : int) = QCheck.Gen.(let _h = list_size (return (10 / n)) in return 0)
[@@covers {| n:int -> [v:int | v = 0] |}]
