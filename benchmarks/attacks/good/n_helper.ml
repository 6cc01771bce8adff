open Covenant_runtime
let k (_ : int) (y : int) : int = y
let f (x : int) : int = k (x / 2) x
let g (l : int list) : int list = List.map f l
[@@covers {| l:{v:int list | true} -> [v:int list | v = l] |}]
