(* Every non-empty list of even integers with at most [n + 1] elements. Only its condition. *)
(* expect: rejected *)
(* missing: even_list 0 => [0] *)
open Covenant_runtime

let[@predicate] rec all_even (l : int list) : bool =
  match l with [] -> true | x :: rest -> x mod 2 = 0 && all_even rest

let rec even_list (n : int) : int list =
  if n = 0 then err ()
  else err ()
[@@covers {|
  n:{v:int | 0 <= v} -> [v:int list | 0 < len v && len v <= n + 1 && all_even v]
|}]
[@@measure n]
