(* class: evaluation moved *)
(* reach: pairs () = (0, 1) *)
open Covenant_runtime
let pairs () : int * int =
  let h = (fun () -> int_gen ()) [@@covers {| unit -> [v:int | true] |}] in
  (h (), h ())
[@@covers {| unit -> [v:int * int | true] |}]
