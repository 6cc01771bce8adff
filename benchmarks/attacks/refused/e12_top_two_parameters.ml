(* class: evaluation moved *)
(* never: (let a = pair () in fst a <> snd a) *)
open Covenant_runtime
let h = let c = bool_gen () in fun (x : bool) () -> c <> x
let pair () : bool * bool = let k = h false in (k (), k ())
[@@covers {| unit -> [v:bool * bool | true] |}]
