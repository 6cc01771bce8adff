(* class: names: external *)
(* never: f () = 1 *)
open Covenant_runtime
external failwith : 'a -> 'a = "%identity"
let f () : int = match failwith "a" with "a" -> 2 | _ -> 1
[@@covers {| unit -> [v:int | v = 1] |}]
