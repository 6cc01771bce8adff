(* class: evaluation moved *)
(* never: (let (a, b) = f 0 in a <> b) *)
open Covenant_runtime
let rec f (n : int) : bool * bool = if n <= 0 then (let a = g 0 in let b = g 0 in (a, b)) else f (n - 1)
[@@covers {| n:{v:int | 0 <= v} -> [v:bool * bool | true] |}] [@@measure n]
and g = let c = bool_gen () in fun (n : int) -> if n < 0 then fst (f 0) else c
