(* One is missing. *)
(* expect: rejected *)
(* missing: n () => 1 *)
open QCheck.Gen

let n = oneof [ return 0; delay (fun () -> int_range 2 3) ]
[@@covers {| [v:int | 0 <= v && v <= 3] |}]
