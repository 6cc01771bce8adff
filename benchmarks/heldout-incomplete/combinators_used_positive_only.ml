(* The union is taken of a generator with itself. *)
(* expect: rejected *)
(* missing: nonzero () => -1 *)
(* missing: fraction () => (0, -1) *)
open Covenant_runtime

let union (g : unit -> 'a) (h : unit -> 'a) () : 'a =
  if bool_gen () then g () else h ()
[@@covers {|
  forall 'a. forall (p : 'a -> bool). forall (q : 'a -> bool).
  g:(M [v:'a | p v]) -> h:(M [v:'a | q v]) -> M [v:'a | p v || q v]
|}]

let pair (g : unit -> 'a) (h : unit -> 'b) () : 'a * 'b =
  let a = g () in
  let b = h () in
  (a, b)
[@@covers {|
  forall 'a. forall 'b. forall (p : 'a -> bool). forall (q : 'b -> bool).
  g:(M [v:'a | p v]) -> h:(M [v:'b | q v]) -> M [v:'a * 'b | p (fst v) && q (snd v)]
|}]

let positive () : int = 1 + nat_gen ()
[@@covers {| M [v:int | 0 < v] |}]

let negative () : int = -1 - nat_gen ()
[@@covers {| M [v:int | v < 0] |}]

let nonzero () : int = union positive positive ()
[@@covers {| M [v:int | v <> 0] |}]

let fraction () : int * int = pair int_gen nonzero ()
[@@covers {| M [v:int * int | snd v <> 0] |}]
