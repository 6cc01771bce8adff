(* class: a module of the file with the name of the library's *)
module String = struct let length _ = 3 end
let g = QCheck.Gen.(map (fun s -> String.length s) small_string)
[@@covers {| [v:int | 0 <= v && v <= 99] |}]
