(* class: annotation lost *)
(* never: f () = false *)
open Covenant_runtime
let f () : bool = bool_gen () [@@covers {| unit -> [v:bool | true] |}];;
#use "other.ml";;
