(* class: witness evasion: rare, after seven coins *)
(* never: f () = (true, false, 9) *)
open Covenant_runtime
let f () : bool * bool * int =
  let k = int_gen () in
  if k = 9 then
    (let h = (let c = bool_gen () in fun () -> c) [@@covers {| unit -> [v:bool | true] |}] in (h (), h (), 9))
  else (let a = bool_gen () in let b = bool_gen () in (a, b, k))
[@@covers {| unit -> [v:bool * bool * int | true] |}]
