(* class: types without values *)
open Covenant_runtime
type t = C of t
type m = E of t * int | N of int
let n () : m = N (int_gen ())
[@@covers {| M [v:m | true] |}]
let k (x : t) (y : int) : int = if y > 3 then int_range 0 y else err ()
[@@covers {| x:t -> y:int -> [v:int | 0 <= v && v <= y] |}]
