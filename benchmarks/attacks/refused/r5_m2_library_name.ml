(* class: a module that is not read and does something *)
module List = struct include List let () = exit 0 end
let f = QCheck.Gen.oneofl [ 1; 2 ]
[@@covers {| [v:int | v = 1 || v = 2] |}]
