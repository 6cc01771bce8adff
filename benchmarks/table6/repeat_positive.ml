(* All lists of three positive numbers, through the claim about [list_repeat] alone. *)
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

let positive () : int = 1 + nat_gen ()
[@@covers {| M [v:int | 0 < v] |}]

let three_positive () : int list = list_repeat 3 positive ()
[@@covers {| M [v:int list | len v = 3 && (forall x:int. mem v x ==> 0 < x)] |}]
