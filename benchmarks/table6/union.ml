(* union: what either of two generators makes. *)
(* expect: valid *)
open Covenant_runtime

let union (g : 'a gen) (h : 'a gen) : 'a gen = fun () -> if bool_gen () then g () else h ()
[@@covers {|
  forall 'a. forall (left : 'a -> bool). forall (right : 'a -> bool).
  g:(M [v:'a | left v]) -> h:(M [v:'a | right v]) -> M [v:'a | left v || right v]
|}]
