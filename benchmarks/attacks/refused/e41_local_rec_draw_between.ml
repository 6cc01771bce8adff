(* class: evaluation moved *)
(* never: (let (a, b) = pair () in a <> b) *)
open Covenant_runtime
let pair () : bool * bool =
  let rec h (x : int) = (if x <= 0 then (let c = bool_gen () in fun (y : int) -> c) else h (x - 1)) [@@covers {| x:{v:int | 0 <= v} -> y:int -> [v:bool | true] |}] in
  let k = h 0 in (k 0, k 1)
[@@covers {| unit -> [v:bool * bool | true] |}]
