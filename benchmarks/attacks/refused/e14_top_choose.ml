(* class: evaluation moved *)
(* never: (pair () = (0, 1)) *)
open Covenant_runtime
let h = choose (fun () -> 0) (fun () -> 1)
[@@covers {| unit -> [v:int | v = 0 || v = 1] |}]
let pair () : int * int = let a = h () in let b = h () in (a, b)
[@@covers {| unit -> [v:int * int | (fst v = 0 || fst v = 1) && (snd v = 0 || snd v = 1)] |}]
