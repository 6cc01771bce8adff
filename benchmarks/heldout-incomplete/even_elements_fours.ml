(* Four times an integer instead of twice. *)
(* expect: rejected *)
(* missing: even_elements 0 => [ 2 ] *)
open Covenant_runtime

let[@predicate] rec all_even (l : int list) : bool =
  match l with [] -> true | x :: t -> x mod 2 = 0 && all_even t

let rec even_elements (n : int) : int list =
  if n = 0 then [ 4 * int_gen () ]
  else if bool_gen () then [ 4 * int_gen () ]
  else (4 * int_gen ()) :: even_elements (n - 1)
[@@covers {|
  n:{v:int | 0 <= v} ->
  [v:int list | 0 < len v && len v <= n + 1 && all_even v]
|}]
[@@measure n]
