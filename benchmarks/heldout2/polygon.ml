(* At least three points, at most n more. *)
(* expect: valid *)
(* level: 2 *)
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
  let c = point () in
  a :: b :: c :: points n
[@@covers {| n:{v:int | 0 <= v} -> [v:point list | 3 <= len v && len v <= n + 3] |}]
