(* As many elements as the length says, each at least its position. *)
(* expect: valid *)
open Covenant_runtime

let steps (n : int) : int list = List.init n (fun i -> i + nat_gen ())
[@@covers {|
  n:nat -> [v:int list | List.length v = n
                         && forall i:int. forall x:int. list_nth_pred v i x ==> i <= x]
|}]
