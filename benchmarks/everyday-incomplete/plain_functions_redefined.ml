(* A claim means the last definition above it: numbers up to 9, not up to 5. *)
(* expect: rejected *)
(* missing: digit () => 6 *)
open Covenant_runtime

let limit (n : int) : bool = n <= 5
let limit (n : int) : bool = limit (n - 4)

let digit () : int = int_range 0 5
[@@covers {| unit -> [v:int | 0 <= v && limit v] |}]
