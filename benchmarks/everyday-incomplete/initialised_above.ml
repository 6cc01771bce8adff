(* Each element is larger than its position. *)
(* expect: rejected *)
(* missing: steps 1 => [0] *)
open Covenant_runtime

let steps (n : int) : int list = List.init n (fun i -> i + 1 + nat_gen ())
[@@covers {|
  n:nat -> [v:int list | List.length v = n
                         && forall i:int. forall x:int. list_nth_pred v i x ==> i <= x]
|}]
