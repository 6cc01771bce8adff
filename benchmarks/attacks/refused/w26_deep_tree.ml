(* class: witness evasion: rare, only deep trees *)
(* never: (let rec t n = if n = 0 then Covenant_runtime.Leaf else Covenant_runtime.Node (0, t (n - 1), Covenant_runtime.Leaf) in let (a, b) = f (t 9) in a <> b) *)
open Covenant_runtime
let f (t : int tree) : bool * bool =
  if depth t > 8 then
    (let h = (let c = bool_gen () in fun () -> c) [@@covers {| unit -> [v:bool | true] |}] in (h (), h ()))
  else (let a = bool_gen () in let b = bool_gen () in (a, b))
[@@covers {| t:int tree -> [v:bool * bool | true] |}]
