(* class: lexing *)
open Covenant_runtime
type t = É | B
let f () : t = É
[@@covers {| unit -> [v:t | true] |}]
