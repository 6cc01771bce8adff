(* class: precedence *)
open Covenant_runtime
let f () : int list = [ 1; 2 ]
[@@covers {| unit -> [v:int list | v = [let x = 1 in x; 2]] |}]
