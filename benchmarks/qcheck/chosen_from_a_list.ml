(* An element of a list that is an argument. *)
(* expect: valid *)
(* level: 2 *)
let choose (l : int list) = QCheck.Gen.oneofl l
[@@covers {| l:{v:int list | true} -> [v:int | list_mem l v] |}]
