(* fmap: a function applied to what is drawn. *)
(* expect: valid *)
open Covenant_runtime

let fmap (f : 'a -> 'b) (g : 'a gen) : 'b gen = fun () -> f (g ())
[@@covers {|
  forall 'a. forall 'b. forall (made : 'a -> bool). forall (image : 'a -> 'b -> bool).
  f:(x:{v:'a | made v} -> [v:'b | image x v]) -> g:(M [v:'a | made v]) ->
  M [v:'b | exists x:'a. made x && image x v]
|}]
