(* One draw for both. *)
(* expect: rejected *)
(* missing: l () => [true; false] *)
let coin = QCheck.Gen.bool

let l = QCheck.Gen.map (fun b -> [ b; b ]) coin
[@@covers {| [v:bool list | len v = 2] |}]
