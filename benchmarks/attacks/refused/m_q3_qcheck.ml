(* class: match moved to the last argument *)
open QCheck.Gen
let pick (lo, 5) (st : int) = lo + st
let f : int QCheck.Gen.t = map (fun n -> ignore (pick (1, 4)); n) (int_range 0 5)
[@@covers {| M [v:int | 0 <= v && v <= 5] |}]
