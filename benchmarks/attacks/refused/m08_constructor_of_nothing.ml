(* class: a claim that is not total *)
open Covenant_runtime
type t = A | B
let f () : t = A
[@@covers {| unit -> [v:t | (fun x -> match x with A -> true) v] |}]
