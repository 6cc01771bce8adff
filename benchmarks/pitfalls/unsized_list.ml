(* A generator without any bound: every integer list. No parameter decreases; what
   decreases is the length of the list that is still to be made. *)
(* expect: valid *)
open Covenant_runtime

let rec any_list () : int list =
  if bool_gen () then []
  else
    let head = int_gen () in
    let tail = any_list () in
    head :: tail
[@@covers {| M [v:int list | true] |}]
[@@rank len v]
