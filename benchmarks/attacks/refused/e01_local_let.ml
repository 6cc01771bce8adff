(* class: evaluation moved *)
(* never: pairs () = (0, 1) *)
open Covenant_runtime
let pairs () : int * int =
  let h = (let y = int_gen () in fun () -> y) [@@covers {| unit -> [v:int | true] |}] in
  (h (), h ())
[@@covers {| unit -> [v:int * int | true] |}]
