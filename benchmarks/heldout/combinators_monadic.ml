(* fmap and bind: what follows may depend on the value that was drawn, and may be
   relied on only where that value satisfies what it demands. *)
(* expect: valid *)
(* level: 4 *)
open Covenant_runtime

let fmap (f : 'a -> 'b) (g : unit -> 'a) () : 'b =
  let x = g () in
  f x
[@@covers {|
  forall 'a. forall 'b. forall (p : 'a -> bool). forall (q : 'a -> 'b -> bool).
  f:(x:{v:'a | p v} -> [v:'b | q x v]) -> g:(M [v:'a | p v]) ->
  M [v:'b | exists x:'a. p x && q x v]
|}]

let bind (g : unit -> 'a) (k : 'a -> unit -> 'b) () : 'b =
  let x = g () in
  k x ()
[@@covers {|
  forall 'a. forall 'b.
  forall (p : 'a -> bool). forall (safe : 'a -> bool). forall (q : 'a -> 'b -> bool).
  g:(M [v:'a | p v]) -> k:(x:{v:'a | safe v} -> M [v:'b | q x v]) ->
  M [v:'b | exists x:'a. p x && safe x && q x v]
|}]
