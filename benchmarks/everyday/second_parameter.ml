(* The second parameter decreases. *)
(* expect: valid *)
open Covenant_runtime

let rec copies (x : int) (n : int) : int list = if n = 0 then [] else x :: copies x (n - 1)
[@@covers {| x:int -> n:nat -> [v:int list | len v = n && forall u:int. mem v u ==> u = x] |}]
