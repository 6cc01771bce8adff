(* class: a trial of what is built at the start *)
let f = QCheck.Gen.return 1
[@@covers {| [v:int | v = 1] |}]
let shown = Printf.sprintf "%t" (fun () -> failwith "no")
let g = QCheck.Gen.return shown
