(* class: outputs *)
(* read: f *)
(* note: both claims write FILE.f.cov: the second certificate replaces the first *)
open Covenant_runtime
let f () : bool = bool_gen () [@@covers {| unit -> [v:bool | true] |}]
let f () : bool = f () && true [@@covers {| unit -> [v:bool | v] |}]
