(* class: a trial of what is built at the start *)
let f = QCheck.Gen.return 1
[@@covers {| [v:int | v = 1] |}]
let width = 3
let wide () = QCheck.Gen.int_bound width
let width = -1
let h = wide ()
let k = width
