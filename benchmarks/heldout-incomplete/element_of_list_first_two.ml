(* Only the first two elements are ever looked at. *)
(* expect: rejected *)
(* missing: element_of [ 0; 1; 2 ] => 2 *)
open Covenant_runtime

let rec element_of (l : int list) : int =
  match l with
  | [] -> err ()
  | x :: rest -> (
      if bool_gen () then x else match rest with [] -> err () | y :: _ -> y)
[@@covers {| l:{v:int list | true} -> [v:int | mem l v] |}]
