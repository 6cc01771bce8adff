(* class: functions that are called when the program starts *)
let f () : int = 1
[@@covers {| M [v:int | v = 1] |}]
let some = Option.map (fun n -> 10 mod n) (Some 0)
