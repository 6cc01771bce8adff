(* class: evaluation moved *)
(* never: (let (a, b) = pair () in a <> b) *)
open Covenant_runtime
let pair () : bool * bool =
  let h = (bool_gen >|= (let c = bool_gen () in fun (x : bool) -> c)) [@@covers {| unit -> [v:bool | true] |}] in
  (h (), h ())
[@@covers {| unit -> [v:bool * bool | true] |}]
