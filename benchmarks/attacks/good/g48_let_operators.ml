(* class: syntax *)
(* reach: f () = 4 *)
open Covenant_runtime
let ( let* ) (g : unit -> int) (k : int -> unit -> int) : unit -> int = fun () -> k (g ()) ()
let f = let* x = int_gen in fun () -> x + 1
[@@covers {| unit -> [v:int | true] |}]
