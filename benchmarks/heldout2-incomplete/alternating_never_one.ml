(* The odd numbers start at three. *)
(* expect: rejected *)
(* level: 3 *)
(* missing: from_odd 1 => [ 1 ] *)
(* missing: from_even 2 => [ 0; 1 ] *)
open Covenant_runtime

let[@predicate] rec alternates (l : int list) (odd : bool) : bool =
  match l with
  | [] -> true
  | x :: t -> if odd then x mod 2 = 1 && alternates t false else x mod 2 = 0 && alternates t true

let[@predicate] rec positive (l : int list) : bool =
  match l with [] -> true | x :: t -> 0 <= x && positive t

let rec from_even (n : int) : int list =
  if n <= 0 then [] else if bool_gen () then []
  else (2 * nat_gen ()) :: from_odd (n - 1)
[@@covers {| n:{v:int | 0 <= v} -> [v:int list | alternates v false && positive v && len v <= n] |}]
[@@measure n]

and from_odd (n : int) : int list =
  if n <= 0 then [] else if bool_gen () then []
  else (3 + (2 * nat_gen ())) :: from_even (n - 1)
[@@covers {| n:{v:int | 0 <= v} -> [v:int list | alternates v true && positive v && len v <= n] |}]
[@@measure n]
