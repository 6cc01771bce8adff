(* class: witness evasion: rare, no constant in the source *)
(* never: (let (a, b) = f 123 in a <> b) *)
open Covenant_runtime
let f (n : int) : bool * bool =
  if n > 0 && n * n = 15129 then
    (let h = (let c = bool_gen () in fun () -> c) [@@covers {| unit -> [v:bool | true] |}] in (h (), h ()))
  else (let a = bool_gen () in let b = bool_gen () in (a, b))
[@@covers {| n:int -> [v:bool * bool | true] |}]
