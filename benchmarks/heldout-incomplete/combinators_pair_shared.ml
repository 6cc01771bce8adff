(* Two draws are promised, and only one is made. *)
(* expect: rejected *)
(* missing: twice bool_gen () => (true, false) *)
(* missing: two_coins () => (true, false) *)
open Covenant_runtime

let twice (g : unit -> 'a) () : 'a * 'a =
  let x = g () in
  (x, x)
[@@covers {|
  forall 'a. forall (p : 'a -> bool).
  g:(M [v:'a | p v]) -> M [v:'a * 'a | p (fst v) && p (snd v)]
|}]

let two_coins () : bool * bool = twice bool_gen ()
[@@covers {| M [v:bool * bool | true] |}]
