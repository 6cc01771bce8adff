(* class: witness evasion: rare, no constant in the source *)
(* never: (let (a, b) = f 777 in a <> b) *)
open Covenant_runtime
let f (n : int) : bool * bool =
  if n > 500 && n mod 1000 = 500 + 277 then
    (let h = (let c = bool_gen () in fun () -> c) [@@covers {| unit -> [v:bool | true] |}] in (h (), h ()))
  else (let a = bool_gen () in let b = bool_gen () in (a, b))
[@@covers {| n:int -> [v:bool * bool | true] |}]
