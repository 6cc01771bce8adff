(* list_repeat: every list of a given length with elements from a generator. *)
(* expect: valid *)
open Covenant_runtime

let rec list_repeat (count : int) (g : 'a gen) () : 'a list =
  if count = 0 then []
  else
    let x = g () in
    let rest = list_repeat (count - 1) g () in
    x :: rest
[@@covers {|
  forall 'a. forall (made : 'a -> bool).
  count:{v:int | 0 <= v} -> g:(M [v:'a | made v]) ->
  M [v:'a list | len v = count && (forall x:'a. mem v x ==> made x)]
|}]
[@@measure count]
