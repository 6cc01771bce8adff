(* The smallest number made is two. *)
(* expect: rejected *)
(* missing: even_natural () => 0 *)
open Covenant_runtime

let rec even_natural () : int = if bool_gen () then 2 else 2 + even_natural ()
[@@covers {| M [v:int | 0 <= v && v mod 2 = 0] |}]
[@@rank v]
