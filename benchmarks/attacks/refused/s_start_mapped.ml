(* class: functions that are called when the program starts *)
let f () : int = 1
[@@covers {| M [v:int | v = 1] |}]
let all = List.map (fun n -> 10 / n) [ 1; 0 ]
