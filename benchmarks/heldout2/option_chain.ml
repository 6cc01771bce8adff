(* Nested options: absent, present without a value, present with one. *)
(* expect: valid *)
(* level: 1 *)
open Covenant_runtime

let nested () : int option option =
  match int_range 0 2 with
  | 0 -> None
  | 1 -> Some None
  | _ -> Some (Some (int_gen ()))
[@@covers {| M [v:int option option | true] |}]
