(* class: names: constructors *)
(* reach: f () = Err *)
open Covenant_runtime
type r = Err | Fine
let f () : r = if bool_gen () then Fine else Err
[@@covers {| unit -> [v:r | v = Fine] |}]
