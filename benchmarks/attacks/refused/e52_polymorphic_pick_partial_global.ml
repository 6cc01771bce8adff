(* class: evaluation moved *)
(* read: h *)
(* never: (let (a, b) = pair () in a <> b) *)
open Covenant_runtime
let pick x y = if bool_gen () then x else y
let h (n : int) = pick (fun () -> true) (fun () -> false)
[@@covers {| n:int -> unit -> [v:bool | true] |}]
let pair () : bool * bool = let k = h 0 in let a = k () in let b = k () in (a, b)
[@@covers {| unit -> [v:bool * bool | true] |}]
