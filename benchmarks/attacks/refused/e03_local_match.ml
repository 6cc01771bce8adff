(* class: evaluation moved *)
(* never: pairs () = (true, false) *)
open Covenant_runtime
let pairs () : bool * bool =
  let h = (match bool_gen () with true -> (fun () -> true) | false -> (fun () -> false)) [@@covers {| unit -> [v:bool | true] |}] in
  (h (), h ())
[@@covers {| unit -> [v:bool * bool | true] |}]
