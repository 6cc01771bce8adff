(* Lists of a given length whose elements come from any generator. *)
(* expect: valid *)
(* level: 4 *)
open Covenant_runtime

let rec list_repeat (n : int) (g : unit -> 'a) () : 'a list =
  if n = 0 then []
  else
    let x = g () in
    let rest = list_repeat (n - 1) g () in
    x :: rest
[@@covers {|
  forall 'a. forall (p : 'a -> bool).
  n:{v:int | 0 <= v} -> g:(M [v:'a | p v]) ->
  M [v:'a list | len v = n && (forall u:'a. mem v u ==> p u)]
|}]
[@@measure n]
