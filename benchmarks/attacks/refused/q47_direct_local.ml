(* class: a local module with the name of the library's *)
open Covenant_runtime
let g () : int = let module List = struct let length _ = 1 end in List.length [ 1; 2 ]
[@@covers {| M [v:int | v = 2] |}]
