(* `make` with a printer. *)
(* expect: valid *)
(* level: 1 *)
type t = A | B of bool

let a = QCheck.make ~print:(fun _ -> "t") QCheck.Gen.(oneof [ return A; map (fun b -> B b) bool ])
[@@covers {| [v:t | true] |}]
