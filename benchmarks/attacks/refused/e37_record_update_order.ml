(* class: evaluation moved *)
(* never: (let (a, b) = pair () in a <> b) *)
open Covenant_runtime
let const (x : 'a) (y : 'b) : 'a = x
let pair () : bool * bool =
  let h = const (bool_gen ()) [@@covers {| x:int -> [v:bool | true] |}] in
  (h 0, h 1)
[@@covers {| unit -> [v:bool * bool | true] |}]
