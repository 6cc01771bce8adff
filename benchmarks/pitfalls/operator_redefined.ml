(* The file's own bind operator draws twice and adds: only even numbers come out of
   doubled draws, whatever the operator of the same name usually means. *)
(* expect: rejected *)
(* missing: bound () => 1 *)
open Covenant_runtime

let ( >>= ) (g : unit -> int) (f : int -> unit -> int) : unit -> int =
 fun () ->
  let x = g () in
  f (x + x) ()

let bound : unit -> int = int_gen >>= fun x () -> x
[@@covers {| M [v:int | true] |}]
