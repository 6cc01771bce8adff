(* Words of at most n characters. *)
(* expect: valid *)
(* level: 2 *)
open Covenant_runtime

let rec word (n : int) : char list =
  match n with
  | 0 -> []
  | _ when bool_gen () -> []
  | _ -> char_gen () :: word (n - 1)
[@@covers {| n:{v:int | 0 <= v} -> [v:char list | len v <= n] |}]
