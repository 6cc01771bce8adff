(* A function in the claim. *)
(* expect: valid *)
(* level: 2 *)
open QCheck

let scores = Gen.(small_list (int_bound 100))
[@@covers {| [v:int list | List.length v <= 3 && List.for_all (fun s -> 0 <= s && s <= 100) v] |}]
