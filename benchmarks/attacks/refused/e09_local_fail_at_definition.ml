(* class: evaluation moved *)
(* never: zero () = 0 *)
open Covenant_runtime
let zero () : int =
  let h = (let c : int = err () in fun () -> 1) [@@covers {| unit -> [v:int | v = 1] |}] in
  0
[@@covers {| unit -> [v:int | v = 0] |}]
