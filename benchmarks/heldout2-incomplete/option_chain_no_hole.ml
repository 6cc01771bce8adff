(* A value that is present is never empty. *)
(* expect: rejected *)
(* level: 1 *)
(* missing: nested () => Some None *)
open Covenant_runtime

let nested () : int option option =
  match int_range 0 2 with
  | 0 -> None
  | 1 -> None
  | _ -> Some (Some (int_gen ()))
[@@covers {| M [v:int option option | true] |}]
