(* class: evaluation moved *)
(* reach: pair () = (0, 3) *)
open Covenant_runtime
let upto (n : int) () : int = int_range 0 n
let pair () : int * int =
  let h = upto 3 [@@covers {| unit -> [v:int | 0 <= v && v <= 3] |}] in
  (h (), h ())
[@@covers {| unit -> [v:int * int | 0 <= fst v && fst v <= 3 && 0 <= snd v && snd v <= 3] |}]
