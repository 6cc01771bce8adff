(* class: evaluation lost *)
open Covenant_runtime
let f (n : int) : int =
  let k = List.map (Int.add (1 / (n - 123474))) in
  ignore k; n
[@@covers {| n:int -> [v:int | v = n] |}]
