(* Every non-empty list of even integers with at most [n + 1] elements. It never goes on. *)
(* expect: rejected *)
(* missing: even_list 1 => [0; 0] *)
open Covenant_runtime

let[@predicate] rec all_even (l : int list) : bool =
  match l with [] -> true | x :: rest -> x mod 2 = 0 && all_even rest

let rec even_list (n : int) : int list =
  if n = 0 then [ 2 * int_gen () ]
  else if bool_gen () then [ 2 * int_gen () ]
  else err ()
[@@covers {|
  n:{v:int | 0 <= v} -> [v:int list | 0 < len v && len v <= n + 1 && all_even v]
|}]
[@@measure n]
