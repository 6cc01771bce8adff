(* class: evaluation moved *)
open Covenant_runtime
let f (k : unit -> unit -> int) : int * int = let h = k () in (h (), h ())
[@@covers {| k:(unit -> unit -> [v:int | true]) -> [v:int * int | true] |}]
