(* class: evaluation moved *)
open Covenant_runtime
let f (k : int -> int gen) : (int * int) gen = (fun () -> k 0) >>= fun h -> fun () -> (h (), h ())
[@@covers {| k:(x:int -> unit -> [v:int | true]) -> M [v:int * int | true] |}]
