(* class: evaluation moved *)
(* never: (let (a, b) = pair () in a <> b) *)
open Covenant_runtime
let pair () : bool * bool =
  let h (x : int) = (let c = bool_gen () in fun (y : int) -> c) [@@covers {| x:int -> y:int -> [v:bool | true] |}] in
  let k = h 0 in (k 0, k 1)
[@@covers {| unit -> [v:bool * bool | true] |}]
