(* class: witness evasion: rare *)
(* note: wrong reading only for one far value, so that 40 small values do not show it: h shares its draw when n = 1000 *)
(* never: (let (a, b) = f 1000 in a <> b) *)
open Covenant_runtime
let pick x y = if bool_gen () then x else y
let f (n : int) : bool * bool =
  if n = 1000 then
    (let h = pick (fun () -> true) (fun () -> false) [@@covers {| unit -> [v:bool | true] |}] in (h (), h ()))
  else (let a = bool_gen () in let b = bool_gen () in (a, b))
[@@covers {| n:int -> [v:bool * bool | true] |}]
