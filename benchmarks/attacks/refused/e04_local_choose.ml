(* class: evaluation moved *)
(* never: pairs () = (true, false) *)
open Covenant_runtime
let pairs () : bool * bool =
  let h = choose (fun () -> true) (fun () -> false) [@@covers {| unit -> [v:bool | true] |}] in
  (h (), h ())
[@@covers {| unit -> [v:bool * bool | true] |}]
