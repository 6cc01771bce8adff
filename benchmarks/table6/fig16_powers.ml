(* Fig. 16: the powers of two up to 2^10, as a draw of the exponent that is bound to a function
   which is used through its claim. Exponents are lists, whose length counts: a predicate recurses
   on data, not on numbers. *)
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

(* 2 to the length of a list. *)
let[@predicate] rec two_to_the (exponent : unit list) : int =
  match exponent with [] -> 1 | _ :: less -> 2 * two_to_the less

let rec exponents (most : int) () : unit list =
  if most <= 0 || bool_gen () then [] else () :: exponents (most - 1) ()
[@@covers {| most:{v:int | 0 <= v} -> M [v:unit list | len v <= most] |}]
[@@measure most]

let power (e : unit list) () : int = two_to_the e
[@@covers {| e:{v:unit list | true} -> M [v:int | v = two_to_the e] |}]

let powers () : int = bind (exponents 10) power ()
[@@covers {| M [v:int | exists e:unit list. len e <= 10 && v = two_to_the e] |}]
