(* class: control, formulas *)
open Covenant_runtime
let f () : int = 0
[@@covers {| M [v:int | v = 0 && snd ((if true then v else 1), true)] |}]
