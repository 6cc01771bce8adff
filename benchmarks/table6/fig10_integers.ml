(* Fig. 10: the naturals and the integers as unions, through the claim about [union] alone. *)
(* expect: valid *)
open Covenant_runtime

let union (g : 'a gen) (h : 'a gen) : 'a gen = fun () -> if bool_gen () then g () else h ()
[@@covers {|
  forall 'a. forall (left : 'a -> bool). forall (right : 'a -> bool).
  g:(M [v:'a | left v]) -> h:(M [v:'a | right v]) -> M [v:'a | left v || right v]
|}]

let any_bool () : bool = union (fun () -> true) (fun () -> false) ()
[@@covers {| M [v:bool | true] |}]

let positive () : int = 1 + nat_gen ()
[@@covers {| M [v:int | 0 < v] |}]

let negative () : int = -1 - nat_gen ()
[@@covers {| M [v:int | v < 0] |}]

let natural () : int = union positive (fun () -> 0) ()
[@@covers {| M [v:int | 0 <= v] |}]

let integer () : int = union negative natural ()
[@@covers {| M [v:int | true] |}]
