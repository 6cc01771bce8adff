(* A list together with itself. *)
(* expect: valid *)
(* level: 2 *)
open Covenant_runtime

let rec ints (n : int) : int list =
  if n = 0 then [] else int_gen () :: ints (n - 1)
[@@covers {| n:{v:int | 0 <= v} -> [v:int list | len v = n] |}]

let mirrored (n : int) : int list * int list =
  let l = ints n in
  (l, l)
[@@covers {| n:{v:int | 0 <= v} -> [v:int list * int list | fst v = snd v && len (fst v) = n] |}]
