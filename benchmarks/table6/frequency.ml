(* frequency: what any of [count] generators makes whose weight is positive. The first one is
   the formulation of the paper, in which weights come with the values; the second one gives two
   generators their share of the draws. *)
(* expect: valid *)
open Covenant_runtime

let frequency (count : int) (g : int -> (int * 'a) gen) : 'a gen =
 fun () ->
  let i = int_range 0 (count - 1) in
  let weight, x = g i () in
  if 0 < weight then x else err ()
[@@covers {|
  forall 'a. forall (wanted : int -> bool). forall (made : int -> int * 'a -> bool).
  count:{v:int | 0 < v} -> g:(i:{v:int | wanted v} -> M [v:int * 'a | made i v]) ->
  M [v:'a | exists i:int. 0 <= i && i < count && wanted i && (exists w:int. 0 < w && made i (w, v))]
|}]

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
