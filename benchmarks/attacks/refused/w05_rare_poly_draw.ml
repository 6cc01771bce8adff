(* class: witness evasion: rare *)
(* read: h *)
(* never: (let (a, b) = f 123456 in a <> b) *)
open Covenant_runtime
let draw k = k (bool_gen ())
let h (n : int) = draw (fun c () -> c)
[@@covers {| n:int -> unit -> [v:bool | true] |}]
let f (n : int) : bool * bool =
  if n = 123456 then (let k = h 0 in let a = k () in let b = k () in (a, b))
  else (let a = bool_gen () in let b = bool_gen () in (a, b))
[@@covers {| n:int -> [v:bool * bool | true] |}]
