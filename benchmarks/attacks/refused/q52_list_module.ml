(* class: a module of the file with the name of the library's *)
module List = struct let map f _ = [ f 7 ] end
let g = QCheck.Gen.oneofl (List.map (fun x -> x) [ 1; 2; 3 ])
[@@covers {| [v:int | 1 <= v && v <= 3] |}]
