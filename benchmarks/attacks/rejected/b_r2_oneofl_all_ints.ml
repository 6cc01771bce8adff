(* class: building moved *)
let g = QCheck.Gen.(int >>= fun n -> oneofl [ n; (if n = 0 then failwith "no" else n) ])
[@@covers {| [v:int | true] |}]
