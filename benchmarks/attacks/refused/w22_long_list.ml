(* class: witness evasion: rare, only long lists *)
(* never: (let (a, b) = f [1;2;3;4;5;6;7;8;9;10;11;12] in a <> b) *)
open Covenant_runtime
let f (l : int list) : bool * bool =
  if len l > 10 then
    (let h = (let c = bool_gen () in fun () -> c) [@@covers {| unit -> [v:bool | true] |}] in (h (), h ()))
  else (let a = bool_gen () in let b = bool_gen () in (a, b))
[@@covers {| l:int list -> [v:bool * bool | true] |}]
