open Covenant_runtime
let g (l : int list) : int list = List.map (Int.add (List.length l)) [ 1 ]
[@@covers {| l:{v:int list | true} -> [v:int list | v = [List.length l + 1]] |}]
