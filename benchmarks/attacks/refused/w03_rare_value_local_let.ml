(* class: witness evasion: rare *)
(* never: (let (a, b) = f 123456 in a <> b) *)
open Covenant_runtime
let f (n : int) : bool * bool =
  if n = 123456 then
    (let h = (let c = bool_gen () in fun () -> c) [@@covers {| unit -> [v:bool | true] |}] in (h (), h ()))
  else (let a = bool_gen () in let b = bool_gen () in (a, b))
[@@covers {| n:int -> [v:bool * bool | true] |}]
