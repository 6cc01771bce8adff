(* class: a module of the file with the name of the library's *)
open Covenant_runtime
module List = struct let length _ = 1 end
let g () : int = List.length [ 1; 2 ]
[@@covers {| M [v:int | v = 2] |}]
