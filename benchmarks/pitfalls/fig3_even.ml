(* Fig. 3: the even integers, by refusing the odd ones. *)
(* expect: valid *)
open Covenant_runtime

let even_gen () : int =
  let n = int_gen () in
  let even = n mod 2 = 0 in
  if even then n else err ()
[@@covers {| M [v:int | v mod 2 = 0] |}]
