(* class: evaluation moved *)
(* never: f () = 3 *)
open Covenant_runtime
let pickf (l : int list) = match l with [] -> (fun () -> 1) | x :: _ -> (fun () -> 10 / x)
let f () : int = let k = pickf [0] in k ()
[@@covers {| unit -> [v:int | v = 3] |}]
