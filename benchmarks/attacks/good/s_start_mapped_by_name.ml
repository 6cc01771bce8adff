(* class: functions that are called when the program starts *)
let f () : int = 1
[@@covers {| M [v:int | v = 1] |}]
let share (n : int) : int = 10 - n
let all = List.map share [ 1; 0 ]
