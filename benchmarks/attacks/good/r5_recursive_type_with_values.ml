open Covenant_runtime
type 'a box = Box of 'a
type t = Leaf | C of t box list
let n (x : t) : int = int_gen ()
[@@covers {| x:t -> [v:int | true] |}]
