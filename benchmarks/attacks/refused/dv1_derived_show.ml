(* class: opens, names *)
(* never: gen () = 1 *)
(* What `deriving` defines hides what had the name before. *)
open Covenant_runtime
let show (n : int) : int = n
type t = int [@@deriving show]
let gen () : int = show (int_gen ())
[@@covers {| unit -> [v:int | true] |}]
