(* option: nothing, or something from a generator. *)
(* expect: valid *)
open Covenant_runtime

let option (g : 'a gen) : 'a option gen =
 fun () -> if bool_gen () then None else Some (g ())
[@@covers {|
  forall 'a. forall (made : 'a -> bool).
  g:(M [v:'a | made v]) -> M [v:'a option | v = None || (exists x:'a. made x && v = Some x)]
|}]
