(* class: evaluation moved *)
(* never: (let (a, b) = pair () in a <> b) *)
open Covenant_runtime
let pair () : bool * bool =
  let h (x : int) = (fun (c : bool) () -> c) (bool_gen ()) [@@covers {| x:int -> unit -> [v:bool | true] |}] in
  let k = h 0 in (k (), k ())
[@@covers {| unit -> [v:bool * bool | true] |}]
