(* class: a module of the file with the name of the library's, by an open *)
module M = struct module List = struct let length _ = 0 end end
open M
let g = QCheck.Gen.(map (fun l -> List.length l) (list_size (int_bound 3) bool))
[@@covers {| [v:int | 0 <= v && v <= 3] |}]
