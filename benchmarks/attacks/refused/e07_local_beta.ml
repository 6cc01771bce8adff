(* class: evaluation moved *)
(* never: pairs () = (true, false) *)
open Covenant_runtime
let pairs () : bool * bool =
  let h = (fun (x : bool) -> let c = bool_gen () in fun () -> c) true [@@covers {| unit -> [v:bool | true] |}] in
  (h (), h ())
[@@covers {| unit -> [v:bool * bool | true] |}]
