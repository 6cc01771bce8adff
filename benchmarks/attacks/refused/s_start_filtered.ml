(* class: functions that are called when the program starts *)
let f () : int = 1
[@@covers {| M [v:int | v = 1] |}]
let kept = List.filter (fun n -> 10 / n > 2) [ 1; 0 ]
