(* class: evaluation moved *)
(* never: (let (a, b) = pair () in a <> b) *)
open Covenant_runtime
let get o d = match o with None -> d | Some x -> x
let h = get (if bool_gen () then None else Some (fun () -> true)) (fun () -> false)
let pair () : bool * bool = (h (), h ())
[@@covers {| unit -> [v:bool * bool | true] |}]
