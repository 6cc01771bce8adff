(* Two parameters decrease in turn. *)
(* expect: valid *)
open Covenant_runtime

let rec both (a : int) (b : int) : bool list =
  if a = 0 then if b = 0 then [] else bool_gen () :: both a (b - 1) else bool_gen () :: both (a - 1) b
[@@covers {| a:nat -> b:nat -> [v:bool list | len v = a + b] |}]
