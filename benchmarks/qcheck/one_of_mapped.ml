(* A choice between generators that are made from a list that is an argument. *)
(* expect: valid *)
(* level: 2 *)
open QCheck.Gen

let choose (l : int list) = oneof (List.map (fun base -> map (fun up -> (base, up)) bool) l)
[@@covers {| l:{v:int list | true} -> [v:int * bool | list_mem l (fst v)] |}]
