(* Every even natural number, by adding two until a coin says stop. *)
(* expect: valid *)
(* level: 3 *)
open Covenant_runtime

let rec even_natural () : int = if bool_gen () then 0 else 2 + even_natural ()
[@@covers {| M [v:int | 0 <= v && v mod 2 = 0] |}]
[@@rank v]
