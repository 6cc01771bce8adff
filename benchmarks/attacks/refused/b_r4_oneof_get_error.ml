(* class: building moved *)
let f (n : int) = QCheck.Gen.(oneof [ return 0; return (Result.get_error (if n = 0 then Ok 1 else Error 1)) ])
[@@covers {| n:int -> [v:int | v = 0] |}]
