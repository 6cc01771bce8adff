(* The function in the claim mentions a parameter. *)
(* expect: valid *)
open Covenant_runtime

let rec below (limit : int) (n : int) : int list =
  if n = 0 || bool_gen () then [] else int_range 0 limit :: below limit (n - 1)
[@@covers {| limit:nat -> n:nat ->
  [v:int list | List.length v <= n && List.for_all (fun x -> 0 <= x && x <= limit) v] |}]
