(* One draw is used for both parts. *)
(* expect: rejected *)
(* missing: pair () => (0, 1) *)
open Covenant_runtime

let both (g : 'a gen) : ('a * 'a) gen =
 fun () ->
  let x = g () in
  (x, x)

let pair () : int * int = both int_gen ()
[@@covers {| M [v:int * int | true] |}]
