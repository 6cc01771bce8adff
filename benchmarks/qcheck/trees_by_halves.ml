(* `sized` and `fix` with halves reach height 14. *)
(* expect: valid *)
(* level: 3 *)
open QCheck
type t = L of int | B of t * t
let[@predicate] rec h (t : t) : int = match t with L _ -> 0 | B (a, b) -> 1 + max (h a) (h b)
let tree_gen = Gen.(sized (fix (fun self n -> match n with 0 -> map (fun x -> L x) int | n -> frequency [ (1, map (fun x -> L x) int); (2, map2 (fun l r -> B (l, r)) (self (n / 2)) (self (n / 2))) ])))
[@@covers {| [v:t | h v <= 14] |}]
let arbitrary_tree = make tree_gen
[@@covers {| [v:t | h v <= 3] |}]
