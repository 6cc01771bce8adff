(* bind: what follows may depend on the value that was drawn. It is relied on only for the
   values that it demands. *)
(* expect: valid *)
open Covenant_runtime

let bind (g : 'a gen) (f : 'a -> 'b gen) : 'b gen =
 fun () ->
  let x = g () in
  f x ()
[@@covers {|
  forall 'a. forall 'b.
  forall (made : 'a -> bool). forall (wanted : 'a -> bool). forall (next : 'a -> 'b -> bool).
  g:(M [v:'a | made v]) -> f:(x:{v:'a | wanted v} -> M [v:'b | next x v]) ->
  M [v:'b | exists x:'a. made x && wanted x && next x v]
|}]
