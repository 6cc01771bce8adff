(* The second part never varies. *)
(* expect: rejected *)
(* missing: choose [0] () => (0, false) *)
open QCheck.Gen

let choose (l : int list) = oneof (List.map (fun base -> return (base, true)) l)
[@@covers {| l:{v:int list | true} -> [v:int * bool | list_mem l (fst v)] |}]
