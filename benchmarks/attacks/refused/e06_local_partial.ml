(* class: evaluation moved *)
(* never: pairs () = (true, false) *)
open Covenant_runtime
let pairs () : bool * bool =
  let both (a : bool) () = a in
  let h = both (bool_gen ()) [@@covers {| unit -> [v:bool | true] |}] in
  (h (), h ())
[@@covers {| unit -> [v:bool * bool | true] |}]
