(* class: building moved *)
let g = QCheck.Gen.(int >>= fun n -> let h = return (if n = 0 then failwith "no" else n) in oneof [ return n; h ])
[@@covers {| [v:int | true] |}]
