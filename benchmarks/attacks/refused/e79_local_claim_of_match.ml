(* class: evaluation moved *)
open Covenant_runtime
let f (b : bool) : int * int = let h = (match b with true -> (let y = int_gen () in fun (z : int) -> y + z) | false -> fun (z : int) -> int_gen ()) [@@covers {| z:int -> [v:int | true] |}] in (h 1, h 2)
[@@covers {| b:bool -> [v:int * int | true] |}]
