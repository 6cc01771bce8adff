(* return: the generator that always makes the same value. *)
(* expect: valid *)
open Covenant_runtime

let return (x : 'a) : 'a gen = fun () -> x
[@@covers {| forall 'a. x:{v:'a | true} -> M [v:'a | v = x] |}]
