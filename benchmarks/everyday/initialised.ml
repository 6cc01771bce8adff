(* As many elements as the length says. *)
(* expect: valid *)
open Covenant_runtime

let naturals (n : int) : int list = List.init n (fun _ -> nat_gen ())
[@@covers {| n:nat -> [v:int list | List.length v = n && forall x:int. mem v x ==> 0 <= x] |}]
