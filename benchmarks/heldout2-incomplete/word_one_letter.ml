(* Every letter is an a. *)
(* expect: rejected *)
(* level: 2 *)
(* missing: word 1 => [ 'b' ] *)
open Covenant_runtime

let rec word (n : int) : char list =
  match n with
  | 0 -> []
  | _ when bool_gen () -> []
  | _ -> 'a' :: word (n - 1)
[@@covers {| n:{v:int | 0 <= v} -> [v:char list | len v <= n] |}]
