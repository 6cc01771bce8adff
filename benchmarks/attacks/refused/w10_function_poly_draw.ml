(* class: witness evasion: claims about functions are not confirmed *)
(* never: (let (a, b) = f Covenant_runtime.bool_gen in a <> b) *)
open Covenant_runtime
let draw g k = k (g ())
let f (g : unit -> bool) : bool * bool =
  let h = draw g (fun c () -> c) [@@covers {| unit -> [v:bool | true] |}] in
  (h (), h ())
[@@covers {| g:(unit -> [v:bool | true]) -> [v:bool * bool | true] |}]
