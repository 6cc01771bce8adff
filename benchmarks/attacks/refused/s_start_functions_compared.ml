(* class: functions that are called when the program starts *)
let f () : int = 1
[@@covers {| M [v:int | v = 1] |}]
let same = List.mem (fun (x : int) -> x) [ (fun (x : int) -> x) ]
