(* class: syntax *)
(* reach: f () = true *)
open Covenant_runtime
let f () : bool = begin ignore (int_gen ()); bool_gen () end
[@@covers {| unit -> [v:bool | true] |}]
