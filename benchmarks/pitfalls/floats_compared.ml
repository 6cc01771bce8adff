(* OCaml's `=` on floats is not equality: `nan` differs from itself, and `0.` equals another
   float, `-0.`. What compares floats in a program is declined, wherever the floats hide. Formulas
   may compare them, and programs may draw them and pass them on. *)
(* expect: declined *)
(* declined: never_nan *)
(* declined: no_negative_zero *)
(* declined: in_data *)
(* declined: by_pattern *)
(* declined: by_predicate *)
(* declined: by_function *)
(* declined: by_claimed_function *)
open Covenant_runtime

let never_nan () : float =
  let x = float_gen () in
  if x = x then x else err ()
[@@covers {| M [v:float | true] |}]

let no_negative_zero () : float =
  let x = float_gen () in
  if x = 0. then 0. else x
[@@covers {| M [v:float | true] |}]

type sample = { weight : float; count : int }

let in_data () : float =
  let s = { weight = float_gen (); count = 1 } in
  if [ s ] <> [ s ] then err () else s.weight
[@@covers {| M [v:float | true] |}]

let by_pattern () : float = match float_gen () with 0. -> 0. | x -> x
[@@covers {| M [v:float | true] |}]

let by_predicate () : float =
  let x = float_gen () in
  if mem [ x ] x then x else err ()
[@@covers {| M [v:float | true] |}]

let same a b = a = b

let by_function () : float =
  let x = float_gen () in
  if same x x then x else err ()
[@@covers {| M [v:float | true] |}]

let if_same (a : 'a) (b : 'a) : 'a = if a = b then a else b
[@@covers {| forall 'a. a:{v:'a | true} -> b:{v:'a | true} -> [v:'a | v = b] |}]

let by_claimed_function () : float = if_same (float_gen ()) (float_gen ())
[@@covers {| M [v:float | true] |}]

let at_integers () : int = if_same (int_gen ()) (int_gen ())
[@@covers {| M [v:int | true] |}]

let passed_on () : float * float =
  let x = float_gen () in
  (x, float_gen ())
[@@covers {| M [v:float * float | fst v = fst v] |}]
