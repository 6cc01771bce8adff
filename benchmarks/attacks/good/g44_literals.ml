(* class: literals *)
(* reach: f () = 1_000 *)
open Covenant_runtime
let f () : int = if 0x10 = 16 && 0b11 = 3 && 0o17 = 15 && 'a' = '\097' then 1_000 else 0
[@@covers {| unit -> [v:int | v = 1_000] |}]
