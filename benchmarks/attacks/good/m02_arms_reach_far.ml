(* class: control, the last arm reaches to the end *)
open Covenant_runtime
let f () : int = int_range 0 9
[@@covers {| unit -> [v:int | 0 <= v && match v with 0 | 1 -> true | n when n > 8 -> false | _ -> v < 5 && v <> 3] |}]
