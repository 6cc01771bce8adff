(* What makes a program more than a function of its arguments and its choices, or a value more
   than finite data, is declined by name: nothing here may be accepted, whatever it would do. *)
(* expect: declined *)
(* declined: caught *)
(* declined: caught_by_a_match *)
(* declined: state *)
(* declined: field_state *)
(* declined: suspended *)
(* declined: cyclic *)
(* declined: drawn_once *)
(* declined: drawn_for_all_calls *)
(* declined: by_label *)
(* declined: by_default *)
(* declined: elements *)
(* declined: looped *)
(* declined: largest *)
(* declined: text_order *)
(* declined: function_in_data *)
open Covenant_runtime

let caught () : int = try err () with _ -> 3
[@@covers {| M [v:int | v = 3] |}]

let caught_by_a_match () : int = match err () with exception _ -> 3 | n -> n
[@@covers {| M [v:int | v = 3] |}]

let state () : int =
  let r = ref 1 in
  r := 2;
  !r
[@@covers {| M [v:int | v = 1] |}]

type cell = { mutable content : int }

let field_state () : int =
  let c = { content = 1 } in
  c.content <- 2;
  c.content
[@@covers {| M [v:int | v = 1] |}]

let suspended () : int =
  let n = lazy (int_gen ()) in
  Lazy.force n - Lazy.force n
[@@covers {| M [v:int | true] |}]

let cyclic () : int =
  let rec ones = 1 :: ones in
  len ones
[@@covers {| M [v:int | true] |}]

let seed = int_gen ()

let drawn_once () : int * int = (seed, seed)
[@@covers {| M [v:int * int | true] |}]

let drawn_for_all_calls : unit -> int =
  let n = int_gen () in
  fun () -> n
[@@covers {| M [v:int | true] |}]

let difference ~left ~right = left - right

let by_label () : int = difference ~right:1 ~left:2
[@@covers {| M [v:int | v = 0 - 1] |}]

let with_default ?(n = 1) () = n

let by_default () : int = with_default ()
[@@covers {| M [v:int | v = 1] |}]

let elements () : int =
  let a = [| 1; 2 |] in
  a.(0)
[@@covers {| M [v:int | v = 1] |}]

let looped () : int =
  for _ = 1 to 3 do
    ()
  done;
  3
[@@covers {| M [v:int | v = 3] |}]

(* Integers wrap around here, and there they have no bound. *)
let largest () : int = max_int + 1
[@@covers {| M [v:int | 4611686018427387903 < v] |}]

let text_order () : int = if "a" < "b" then 1 else 0
[@@covers {| M [v:int | v = 1] |}]

let general_order (n : int) : int = compare n 0
[@@covers {| n:{v:int | 0 < v} -> [v:int | v = 1] |}]

let function_in_data () : int = match Some int_gen with Some f -> f () | None -> 0
[@@covers {| M [v:int | true] |}]

let nothing_of_the_kind () : int = int_gen ()
[@@covers {| M [v:int | true] |}]
