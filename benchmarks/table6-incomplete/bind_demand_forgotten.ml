(* The claim forgets that what follows is reliable only for the values that it demands. *)
(* expect: rejected *)
(* missing: below_drawn () => -1 *)
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

let up_to (n : int) () : int = int_range 0 n
[@@covers {| n:{v:int | 0 <= v} -> M [v:int | 0 <= v && v <= n] |}]

let below_drawn () : int = bind int_gen up_to ()
[@@covers {| M [v:int | exists n:int. v <= n] |}]
