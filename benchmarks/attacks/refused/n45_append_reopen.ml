(* class: opens *)
(* never: f () = [2] *)
open Covenant_runtime
let ( @ ) (a : int list) (b : int list) : int list = b
open Stdlib
let f () : int list = [1] @ [2]
[@@covers {| unit -> [v:int list | v = 2 :: []] |}]
