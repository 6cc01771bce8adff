(* class: names: claims *)
(* note: the claim's len is the program's own *)
(* never: f () = [1] *)
open Covenant_runtime
let len (l : int list) : int = 0
let f () : int list = []
[@@covers {| unit -> [v:int list | len v = 0] |}]
