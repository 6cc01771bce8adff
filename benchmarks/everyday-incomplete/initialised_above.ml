(* No element is 0. *)
(* expect: rejected *)
(* missing: naturals 1 => [0] *)
open Covenant_runtime

let naturals (n : int) : int list = List.init n (fun _ -> 1 + nat_gen ())
[@@covers {| n:nat -> [v:int list | List.length v = n && forall x:int. mem v x ==> 0 <= x] |}]
