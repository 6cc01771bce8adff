(* class: evaluation moved *)
(* never: (let (a, b) = pair () in a <> b) *)
open Covenant_runtime
let pair () : bool * bool =
  let h : unit -> bool = let c = bool_gen () in ((fun () -> c) : unit -> bool) [@@covers {| unit -> [v:bool | true] |}] in
  (h (), h ())
[@@covers {| unit -> [v:bool * bool | true] |}]
