(* A parameter grows for ever, and the elements are never what is asked for. *)
(* expect: rejected *)
(* missing: counted 1 0 => [] *)
open Covenant_runtime

let rec counted (n : int) (x : int) : int list =
  if n = 0 then [] else if bool_gen () then counted (n + 1) x else x :: counted (n - 1) (x + 1)
[@@covers {| n:nat -> x:int -> [v:int list | len v <= n] |}]
