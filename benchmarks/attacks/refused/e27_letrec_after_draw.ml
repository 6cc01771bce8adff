(* class: evaluation moved *)
(* never: (let (a, b) = pair () in a <> b) *)
open Covenant_runtime
let pair () : bool * bool =
  let h = (let c = bool_gen () in let rec g (n : int) : bool = if n <= 0 then c else g (n - 1) in g)
    [@@covers {| n:{v:int | 0 <= v} -> [v:bool | true] |}] in
  (h 0, h 1)
[@@covers {| unit -> [v:bool * bool | true] |}]
