(* Fig. 2 and 18: trees whose size bound is halved at each node. Every tree comes out whose
   depth is at most the logarithm of the bound, that is, 2^depth <= n. Here with the combinators,
   through their claims alone. *)
(* expect: valid *)
open Covenant_runtime

type 'a leafy = Tip of 'a | Fork of 'a leafy * 'a leafy

(* 2 to the depth: what a tree of this depth costs. *)
let[@predicate] rec full_size (t : 'a leafy) : int =
  match t with Tip _ -> 1 | Fork (l, r) -> 2 * max (full_size l) (full_size r)

let[@predicate] rec naturals (t : int leafy) : bool =
  match t with Tip x -> 0 <= x | Fork (l, r) -> naturals l && naturals r

let rec fix (step : int -> (int -> 'a gen) -> 'a gen) (n : int) () : 'a =
  step n (fun m () -> fix step m ()) ()
[@@covers {|
  forall 'a. forall (made : int -> 'a -> bool).
  step:(n:{v:int | 0 <= v} -> self:(m:{v:int | 0 <= v && v < n} -> M [v:'a | made m v]) ->
        M [v:'a | made n v]) ->
  n:{v:int | 0 <= v} -> M [v:'a | made n v]
|}]
[@@measure n]

let two_weights (often : int) (g : 'a gen) (rarely : int) (h : 'a gen) : 'a gen =
 fun () ->
  let draw = int_range 1 (often + rarely) in
  if draw <= often then g () else h ()
[@@covers {|
  forall 'a. forall (left : 'a -> bool). forall (right : 'a -> bool).
  often:{v:int | 0 <= v} -> g:(M [v:'a | left v]) ->
  rarely:{v:int | 0 <= v} -> h:(M [v:'a | right v]) ->
  M [v:'a | (0 < often && left v) || (0 < rarely && right v)]
|}]

let tip () : int leafy = Tip (nat_gen ())
[@@covers {| M [v:int leafy | exists x:int. 0 <= x && v = Tip x] |}]

let trees (n : int) () : int leafy =
  fix
    (fun n self () ->
      if n = 0 then err ()
      else if n = 1 then tip ()
      else
        two_weights 1 tip 2
          (fun () ->
            let left = self (n / 2) () in
            let right = self (n / 2) () in
            Fork (left, right))
          ())
    n ()
[@@covers {| n:{v:int | 0 <= v} -> M [v:int leafy | full_size v <= n && naturals v] |}]
