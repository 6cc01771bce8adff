(* The third point is the first. *)
(* expect: rejected *)
(* level: 2 *)
(* missing: polygon 0 => [ { x = 0; y = 0 }; { x = 0; y = 0 }; { x = 1; y = 0 } ] *)
open Covenant_runtime

type point = { x : int; y : int }

let point () : point = { x = int_gen (); y = int_gen () }
[@@covers {| M [v:point | true] |}]

let rec points (n : int) : point list =
  if n = 0 then [] else if bool_gen () then [] else point () :: points (n - 1)
[@@covers {| n:{v:int | 0 <= v} -> [v:point list | len v <= n] |}]

let polygon (n : int) : point list =
  let a = point () in
  let b = point () in
  let c = a in
  a :: b :: c :: points n
[@@covers {| n:{v:int | 0 <= v} -> [v:point list | 3 <= len v && len v <= n + 3] |}]
