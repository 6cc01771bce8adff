(* class: evaluation moved *)
(* never: (let (a, b) = pair () in a <> b) *)
open Covenant_runtime
let pair () : bool * bool =
  let h = (let c = bool_gen () in function true -> c | false -> c) [@@covers {| x:bool -> [v:bool | true] |}] in
  (h true, h false)
[@@covers {| unit -> [v:bool * bool | true] |}]
