(* A modulus, and what five leaves when it is divided by it: the quotient is one of few. *)
(* expect: valid *)
open Covenant_runtime

let remainder_of_five () : int * int =
  let modulus = int_range 1 9 in
  (modulus, 5 mod modulus)
[@@covers {| M [v:int * int | 6 <= fst v && fst v <= 9 && snd v = 5 || fst v = 1 && snd v = 0] |}]
