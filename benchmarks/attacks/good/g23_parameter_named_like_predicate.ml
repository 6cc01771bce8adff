(* class: names: claims *)
(* reach: f 2 = [1; 2] *)
open Covenant_runtime
let rec f (len : int) : int list = if len <= 0 then [] else int_gen () :: f (len - 1)
[@@covers {| n:{v:int | 0 <= v} -> [v:int list | len v = n] |}] [@@measure len]
