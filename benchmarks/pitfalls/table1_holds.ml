(* The judgements of Table 1 that hold. *)
(* expect: valid *)
open Covenant_runtime

let any_covers_all () : int = int_gen ()
[@@covers {| M [v:int | true] |}]

let any_covers_one_and_two () : int = int_gen ()
[@@covers {| M [v:int | v = 1 || v = 2] |}]

let any_covers_one () : int = int_gen ()
[@@covers {| M [v:int | v = 1] |}]

let any_covers_nothing () : int = int_gen ()
[@@covers {| M [v:int | false] |}]

let one_covers_one () : int = 1
[@@covers {| M [v:int | v = 1] |}]

let one_covers_nothing () : int = 1
[@@covers {| M [v:int | false] |}]

let err_covers_nothing () : int = err ()
[@@covers {| M [v:int | false] |}]
