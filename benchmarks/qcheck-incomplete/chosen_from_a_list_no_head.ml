(* The first element of the list is left out. *)
(* expect: rejected *)
(* missing: choose [0] () => 0 *)
let choose (l : int list) = QCheck.Gen.oneofl (match l with [] -> [] | _ :: rest -> rest)
[@@covers {| l:{v:int list | true} -> [v:int | list_mem l v] |}]
