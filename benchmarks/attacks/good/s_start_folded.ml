(* class: functions that are called when the program starts *)
let f () : int = 1
[@@covers {| M [v:int | v = 1] |}]
let total = List.fold_left (fun sum n -> sum + n) 10 [ 1; 0 ]
