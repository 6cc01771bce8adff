(* class: witness evasion: claims about functions are not confirmed *)
(* never: f (fun () -> 1) = 3 *)
open Covenant_runtime
let refuse x = if true then err () else x
let f (g : unit -> int) : int =
  let h = refuse (fun () -> 1) [@@covers {| unit -> [v:int | false] |}] in 3
[@@covers {| g:(unit -> [v:int | v = 1]) -> [v:int | v = 3] |}]
