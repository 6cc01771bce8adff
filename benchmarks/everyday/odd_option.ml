(* An option, computed from another one. *)
(* expect: valid *)
open Covenant_runtime

let half () : int option = if bool_gen () then None else Some (int_gen ())
[@@covers {| M [v:int option | true] |}]

let odd () : int option = Option.map (fun x -> (2 * x) + 1) (half ())
[@@covers {| M [v:int option | v = None || exists x:int. v = Some ((2 * x) + 1)] |}]
