(* class: evaluation moved *)
(* reach: f 0 = (true, false) *)
open Covenant_runtime
let rec f (n : int) : bool * bool = if n <= 0 then (let a = g 0 in let b = g 0 in (a, b)) else f (n - 1)
[@@covers {| n:{v:int | 0 <= v} -> [v:bool * bool | true] |}] [@@measure n]
and g (n : int) : bool = if n < 0 then fst (f 0) else bool_gen ()
[@@covers {| n:{v:int | 0 <= v} -> [v:bool | true] |}] [@@measure n]
