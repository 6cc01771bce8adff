(* The second generator has weight zero. *)
(* expect: rejected *)
(* missing: integer () => -1 *)
open Covenant_runtime

let two_weights (often : int) (g : 'a gen) (rarely : int) (h : 'a gen) : 'a gen =
 fun () ->
  let draw = int_range 1 (often + rarely) in
  if draw <= often then g () else h ()
[@@covers {|
  forall 'a. forall (left : 'a -> bool). forall (right : 'a -> bool).
  often:{v:int | 0 <= v} -> g:(M [v:'a | left v]) ->
  rarely:{v:int | 0 <= v} -> h:(M [v:'a | right v]) ->
  M [v:'a | (0 < often && left v) || (0 < rarely && right v)]
|}]

let integer () : int = two_weights 3 nat_gen 0 int_gen ()
[@@covers {| M [v:int | true] |}]
