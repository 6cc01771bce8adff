(* Each choice is made once, where OCaml makes it: a guard is asked once per case, a pattern
   with alternatives does not ask it again, a name stands for one value, and what a function
   captured is the same in all its calls. *)
(* expect: rejected *)
(* missing: shared () => (0, 1) *)
(* missing: asked_once true => 2 *)
(* missing: not_retried () => 2 *)
(* missing: captured () => (0, 1) *)
(* missing: captured_partially () => (0, 1) *)
(* missing: bound_once () => (0, 1) *)
(* missing: aliased () => ((0, 1), 1) *)
(* missing: both_sides () => true *)
open Covenant_runtime

let shared () : int * int =
  let n = int_gen () in
  (n, n)
[@@covers {| M [v:int * int | true] |}]

(* If the first guard holds the second is not asked, and if it does not, 1 is out. *)
let asked_once (b : bool) : int =
  match b with true when bool_gen () -> 1 | true when not b -> 2 | _ -> 3
[@@covers {| b:{v:bool | true} -> [v:int | 1 <= v && v <= 3 && (b || v = 3)] |}]

let not_retried () : int = match (1, 2) with (x, _) | _, x when x = 2 -> x | _ -> 0
[@@covers {| M [v:int | v = 2] |}]

let twice (f : unit -> int) : int * int =
  let a = f () in
  let b = f () in
  (a, b)

let captured () : int * int =
  let n = int_gen () in
  twice (fun () -> n)
[@@covers {| M [v:int * int | true] |}]

let after (n : int) () : int = n

let captured_partially () : int * int =
  let again = after (int_gen ()) in
  twice again
[@@covers {| M [v:int * int | true] |}]

let bound_once : unit -> int * int = int_gen >>= fun n () -> (n, n)
[@@covers {| M [v:int * int | true] |}]

let aliased () : (int * int) * int =
  match (int_gen (), int_gen ()) with (a, _) as both -> (both, a)
[@@covers {| M [v:(int * int) * int | true] |}]

let both_sides () : bool =
  let b = bool_gen () in
  b && not b
[@@covers {| M [v:bool | true] |}]

let drawn_twice () : int * int = twice int_gen
[@@covers {| M [v:int * int | true] |}]

let either_guard (b : bool) : int =
  match b with true when bool_gen () -> 1 | true when bool_gen () -> 2 | _ -> 3
[@@covers {| b:{v:bool | v} -> [v:int | 1 <= v && v <= 3] |}]
