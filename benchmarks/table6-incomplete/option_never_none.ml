(* The empty option is forgotten. *)
(* expect: rejected *)
(* missing: maybe () => None *)
open Covenant_runtime

let option (g : 'a gen) : 'a option gen = fun () -> Some (g ())
[@@covers {|
  forall 'a. forall (made : 'a -> bool).
  g:(M [v:'a | made v]) -> M [v:'a option | exists x:'a. made x && v = Some x]
|}]

let maybe () : int option = option int_gen ()
[@@covers {| M [v:int option | true] |}]
