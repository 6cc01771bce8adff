(* Arrays of three numbers. *)
(* expect: valid *)
(* level: 2 *)
let a = QCheck.Gen.(array_size (return 3) int)
[@@covers {| [v:int array | Array.length v = 3] |}]
