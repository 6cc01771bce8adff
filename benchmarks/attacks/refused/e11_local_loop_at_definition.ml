(* class: evaluation moved *)
(* never: zero () = 0 *)
open Covenant_runtime
let rec loop () : int = loop ()
let zero () : int =
  let h = (let c = loop () in fun () -> 1) [@@covers {| unit -> [v:int | v = 1] |}] in
  0
[@@covers {| unit -> [v:int | v = 0] |}]
