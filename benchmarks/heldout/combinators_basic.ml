(* Combinators that are polymorphic in types and predicates: verified once, for all
   generators they may be given. *)
(* expect: valid *)
(* level: 3 *)
open Covenant_runtime

let return (x : 'a) () : 'a = x
[@@covers {| forall 'a. x:{v:'a | true} -> M [v:'a | v = x] |}]

let pair (g : unit -> 'a) (h : unit -> 'b) () : 'a * 'b =
  let a = g () in
  let b = h () in
  (a, b)
[@@covers {|
  forall 'a. forall 'b. forall (p : 'a -> bool). forall (q : 'b -> bool).
  g:(M [v:'a | p v]) -> h:(M [v:'b | q v]) -> M [v:'a * 'b | p (fst v) && q (snd v)]
|}]

let union (g : unit -> 'a) (h : unit -> 'a) () : 'a =
  if bool_gen () then g () else h ()
[@@covers {|
  forall 'a. forall (p : 'a -> bool). forall (q : 'a -> bool).
  g:(M [v:'a | p v]) -> h:(M [v:'a | q v]) -> M [v:'a | p v || q v]
|}]

let option (g : unit -> 'a) () : 'a option =
  if bool_gen () then None else Some (g ())
[@@covers {|
  forall 'a. forall (p : 'a -> bool).
  g:(M [v:'a | p v]) -> M [v:'a option | v = None || (exists x:'a. p x && v = Some x)]
|}]
