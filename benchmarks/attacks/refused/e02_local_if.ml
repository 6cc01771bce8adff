(* class: evaluation moved *)
(* never: pairs () = (0, 1) *)
open Covenant_runtime
let pairs () : int * int =
  let h = (if bool_gen () then fun () -> 0 else fun () -> 1) [@@covers {| unit -> [v:int | v = 0 || v = 1] |}] in
  (h (), h ())
[@@covers {| unit -> [v:int * int | (fst v = 0 || fst v = 1) && (snd v = 0 || snd v = 1)] |}]
