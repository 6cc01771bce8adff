(* Labels and a default. *)
(* expect: valid *)
(* level: 1 *)
open QCheck.Gen
let gen_range ?(lo = 0) ~hi () = int_range lo hi
let percent = gen_range ~hi:100 ()
[@@covers {| [v:int | 0 <= v && v <= 100] |}]
let temp = gen_range ~lo:(-40) ~hi:60 ()
[@@covers {| [v:int | -40 <= v && v <= 60] |}]
