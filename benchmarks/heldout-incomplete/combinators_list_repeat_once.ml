(* One element is drawn and then repeated, instead of a new one for each place. *)
(* expect: rejected *)
(* missing: list_repeat 2 bool_gen () => [ true; false ] *)
open Covenant_runtime

let[@predicate] rec copies (l : 'a list) (x : 'a) : bool =
  match l with [] -> true | y :: t -> y = x && copies t x

let rec copies_of (n : int) (x : 'a) : 'a list =
  if n = 0 then [] else x :: copies_of (n - 1) x
[@@covers {|
  forall 'a. n:{v:int | 0 <= v} -> x:{v:'a | true} ->
  [v:'a list | len v = n && copies v x]
|}]
[@@measure n]

let list_repeat (n : int) (g : unit -> 'a) () : 'a list =
  let x = g () in
  copies_of n x
[@@covers {|
  forall 'a. forall (p : 'a -> bool).
  n:{v:int | 0 <= v} -> g:(M [v:'a | p v]) ->
  M [v:'a list | len v = n && (forall u:'a. mem v u ==> p u)]
|}]
