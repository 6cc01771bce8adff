(* One field never varies. *)
(* expect: rejected *)
(* missing: a () => B false *)
type t = A | B of bool

let a = QCheck.make ~print:(fun _ -> "t") QCheck.Gen.(oneof [ return A; return (B true) ])
[@@covers {| [v:t | true] |}]
