(* A combinator without its last argument. *)
(* expect: valid *)
(* level: 2 *)
let few g = QCheck.Gen.list_size (QCheck.Gen.int_bound 3) g

let l = few QCheck.Gen.bool
[@@covers {| [v:bool list | len v <= 3] |}]
