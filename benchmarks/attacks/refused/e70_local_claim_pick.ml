(* class: evaluation moved *)
(* never: (let (a, b) = pair () in a <> b) *)
open Covenant_runtime
let pick x y = if bool_gen () then x else y
let pair () : bool * bool =
  let h = pick (fun () -> true) (fun () -> false) [@@covers {| unit -> [v:bool | true] |}] in
  (h (), h ())
[@@covers {| unit -> [v:bool * bool | true] |}]
