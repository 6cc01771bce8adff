(* The judgements of Table 1 that do not hold. *)
(* expect: rejected *)
(* missing: one_covers_all () => 0 *)
(* missing: one_covers_one_and_two () => 2 *)
(* missing: err_covers_all () => 0 *)
(* missing: err_covers_one_and_two () => 1 *)
(* missing: err_covers_one () => 1 *)
open Covenant_runtime

let one_covers_all () : int = 1
[@@covers {| M [v:int | true] |}]

let one_covers_one_and_two () : int = 1
[@@covers {| M [v:int | v = 1 || v = 2] |}]

let err_covers_all () : int = err ()
[@@covers {| M [v:int | true] |}]

let err_covers_one_and_two () : int = err ()
[@@covers {| M [v:int | v = 1 || v = 2] |}]

let err_covers_one () : int = err ()
[@@covers {| M [v:int | v = 1] |}]
