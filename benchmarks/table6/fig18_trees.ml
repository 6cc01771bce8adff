(* Fig. 2 and 18: trees whose size bound is halved at each node. Every tree comes out whose
   depth is at most the logarithm of the bound, that is, 2^depth <= n. *)
(* expect: valid *)
open Covenant_runtime

type 'a leafy = Tip of 'a | Fork of 'a leafy * 'a leafy

(* 2 to the depth: what a tree of this depth costs. *)
let[@predicate] rec full_size (t : 'a leafy) : int =
  match t with Tip _ -> 1 | Fork (l, r) -> 2 * max (full_size l) (full_size r)

let[@predicate] rec naturals (t : int leafy) : bool =
  match t with Tip x -> 0 <= x | Fork (l, r) -> naturals l && naturals r

let rec trees (n : int) () : int leafy =
  if n <= 0 then err ()
  else if n = 1 then Tip (nat_gen ())
  else if bool_gen () then Tip (nat_gen ())
  else
    let left = trees (n / 2) () in
    let right = trees (n / 2) () in
    Fork (left, right)
[@@covers {| n:{v:int | 0 <= v} -> M [v:int leafy | full_size v <= n && naturals v] |}]
[@@measure n]
