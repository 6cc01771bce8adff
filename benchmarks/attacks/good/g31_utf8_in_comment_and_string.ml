(* class: lexing *)
(* reach: f () = "é" *)
open Covenant_runtime
(* é — naïve: “quotes” *)
let f () : string = "é"
[@@covers {| unit -> [v:string | v = "é"] |}]
