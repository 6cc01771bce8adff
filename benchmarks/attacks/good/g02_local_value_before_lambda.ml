(* class: evaluation moved *)
(* reach: pairs () = (1, 2) *)
open Covenant_runtime
let pairs () : int * int =
  let h = (let y = 1 + 1 in fun () -> int_range 0 y) [@@covers {| unit -> [v:int | 0 <= v && v <= 2] |}] in
  (h (), h ())
[@@covers {| unit -> [v:int * int | 0 <= fst v && fst v <= 2 && 0 <= snd v && snd v <= 2] |}]
