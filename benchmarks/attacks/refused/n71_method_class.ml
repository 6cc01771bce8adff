(* class: names: shadowing *)
(* never: f () = false *)
open Covenant_runtime
class c = object method m = 1 end
let bool_gen = fun () -> true
let f () : bool = bool_gen ()
[@@covers {| unit -> [v:bool | true] |}]
