open QCheck.Gen
let rec f l = match l with [] -> return 0 | x :: t -> oneof [ return x; f t ]
[@@covers {| l:{v:int list | true} -> [v:int | list_mem l v] |}]
