(* oneof: what any of [count] generators makes, which are numbered by a function. *)
(* expect: valid *)
open Covenant_runtime

let oneof (count : int) (g : int -> 'a gen) : 'a gen =
 fun () ->
  let i = int_range 0 (count - 1) in
  g i ()
[@@covers {|
  forall 'a. forall (wanted : int -> bool). forall (made : int -> 'a -> bool).
  count:{v:int | 0 < v} -> g:(i:{v:int | wanted v} -> M [v:'a | made i v]) ->
  M [v:'a | exists i:int. 0 <= i && i < count && wanted i && made i v]
|}]
