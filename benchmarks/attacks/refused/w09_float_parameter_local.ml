(* class: witness evasion: claims about floats are not confirmed *)
(* never: (let (a, b) = f 1. in a <> b) *)
open Covenant_runtime
let f (x : float) : bool * bool =
  let h = (let c = bool_gen () in fun () -> c) [@@covers {| unit -> [v:bool | true] |}] in
  (h (), h ())
[@@covers {| x:float -> [v:bool * bool | true] |}]
