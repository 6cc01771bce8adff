(* class: evaluation moved *)
(* never: (let (a, b) = pair () in a <> b) *)
open Covenant_runtime
let const x () = x
let h = const (bool_gen ())
let pair () : bool * bool = (h (), h ())
[@@covers {| unit -> [v:bool * bool | true] |}]
