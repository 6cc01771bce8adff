(* Fewer elements. *)
(* expect: rejected *)
(* missing: l () => [true; true; true] *)
let few g = QCheck.Gen.list_size (QCheck.Gen.int_bound 3) g

let l = QCheck.Gen.(list_size (int_bound 2) bool)
[@@covers {| [v:bool list | len v <= 3] |}]
