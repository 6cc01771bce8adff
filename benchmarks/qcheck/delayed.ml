(* Built when it is drawn from. *)
(* expect: valid *)
(* level: 1 *)
open QCheck.Gen

let n = oneof [ return 0; delay (fun () -> int_range 1 3) ]
[@@covers {| [v:int | 0 <= v && v <= 3] |}]
