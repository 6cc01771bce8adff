(* class: match moved to the last argument *)
open Covenant_runtime
let g (Some x : int option) (y : int) : int = y
let f (n : int) : int =
  let h = g (if n * 3 = 370371 + 3 * 17 then None else Some n) in
  n
[@@covers {| n:int -> [v:int | v = n] |}]
