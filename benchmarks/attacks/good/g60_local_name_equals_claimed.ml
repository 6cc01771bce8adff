(* class: names *)
(* reach: g () = (true, false) *)
open Covenant_runtime
let f () : bool = bool_gen () [@@covers {| unit -> [v:bool | true] |}]
let g () : bool * bool = let f () = true in (f (), bool_gen ())
[@@covers {| unit -> [v:bool * bool | fst v] |}]
