(* A fixed length. *)
(* expect: valid *)
(* level: 2 *)
let coin = QCheck.Gen.bool

let l = QCheck.Gen.list_repeat 2 coin
[@@covers {| [v:bool list | len v = 2] |}]
