(* The last of three generators is never asked. *)
(* expect: rejected *)
(* missing: integer () => 1 *)
open Covenant_runtime

let oneof (count : int) (g : int -> 'a gen) : 'a gen =
 fun () ->
  let i = int_range 0 (count - 2) in
  g i ()
[@@covers {|
  forall 'a. forall (wanted : int -> bool). forall (made : int -> 'a -> bool).
  count:{v:int | 0 < v} -> g:(i:{v:int | wanted v} -> M [v:'a | made i v]) ->
  M [v:'a | exists i:int. 0 <= i && i < count - 1 && wanted i && made i v]
|}]

let numbered (i : int) () : int =
  match i with 0 -> -1 - nat_gen () | 1 -> 0 | _ -> 1 + nat_gen ()
[@@covers {|
  i:{v:int | 0 <= v && v <= 2} ->
  M [v:int | (i = 0 && v < 0) || (i = 1 && v = 0) || (i = 2 && 0 < v)]
|}]

let integer () : int = oneof 3 numbered ()
[@@covers {| M [v:int | true] |}]
