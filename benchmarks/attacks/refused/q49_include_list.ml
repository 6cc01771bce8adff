(* class: a module of the file with the name of the library's *)
module List = struct include List let length _ = 1 end
let g = QCheck.Gen.(map (fun l -> List.length l) (list_size (int_bound 3) bool))
[@@covers {| [v:int | 0 <= v && v <= 3] |}]
