(* Fig. 2 and 18 against the number of elements: the bound is halved at each node, so that
   unbalanced trees are missing, such as the one of Fig. 19 with five elements. *)
(* expect: rejected *)
(* missing: trees 5 () => Fork (Fork (Tip 0, Fork (Tip 0, Tip 0)), Fork (Tip 0, Tip 0)) *)
(* missing: trees 3 () => Fork (Tip 0, Fork (Tip 0, Tip 0)) *)
open Covenant_runtime

type 'a leafy = Tip of 'a | Fork of 'a leafy * 'a leafy

let[@predicate] rec elements (t : 'a leafy) : int =
  match t with Tip _ -> 1 | Fork (l, r) -> elements l + elements r

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
[@@covers {| n:{v:int | 0 <= v} -> M [v:int leafy | elements v <= n && naturals v] |}]
[@@measure n]
