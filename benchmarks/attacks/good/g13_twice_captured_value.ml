(* class: evaluation moved *)
(* reach: pair () = (2, 0) *)
open Covenant_runtime
let twice (g : unit -> int) : int * int = let a = g () in let b = g () in (a, b)
[@@covers {| g:(unit -> [v:int | 0 <= v && v <= 2]) -> [v:int * int | 0 <= fst v && fst v <= 2 && 0 <= snd v && snd v <= 2] |}]
let pair () : int * int = let n = 2 in twice (fun () -> int_range 0 n)
[@@covers {| unit -> [v:int * int | 0 <= fst v && fst v <= 2 && 0 <= snd v && snd v <= 2] |}]
