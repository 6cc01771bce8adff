(* pair: two independent draws. *)
(* expect: valid *)
open Covenant_runtime

let pair (g : 'a gen) (h : 'b gen) : ('a * 'b) gen =
 fun () ->
  let x = g () in
  let y = h () in
  (x, y)
[@@covers {|
  forall 'a. forall 'b. forall (left : 'a -> bool). forall (right : 'b -> bool).
  g:(M [v:'a | left v]) -> h:(M [v:'b | right v]) ->
  M [v:'a * 'b | left (fst v) && right (snd v)]
|}]
