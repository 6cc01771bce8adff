(* The positive integers start at two. *)
(* expect: rejected *)
(* missing: integer_of_sign Positive => 1 *)
open Covenant_runtime

type sign = Negative | Zero | Positive

let[@predicate] sign_of (n : int) : sign =
  if n < 0 then Negative else if n = 0 then Zero else Positive

let integer_of_sign (s : sign) : int =
  match s with
  | Negative -> -1 - nat_gen ()
  | Zero -> 0
  | Positive -> 2 + nat_gen ()
[@@covers {| s:{v:sign | true} -> [v:int | sign_of v = s] |}]
