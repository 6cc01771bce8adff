(* class: evaluation moved *)
(* reach: pairs () = (3, 3) *)
open Covenant_runtime
let pairs () : int * int =
  let y = int_gen () in
  let h () = y in
  (h (), h ())
[@@covers {| unit -> [v:int * int | fst v = snd v] |}]
