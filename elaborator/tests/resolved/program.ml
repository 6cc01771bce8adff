open Covenant_runtime

type shape = Dot | Line of int * shape
type point = { x : int; y : int }

let[@predicate] rec length (s : shape) : int = match s with Dot -> 0 | Line (_, s) -> 1 + length s
let[@lemma] not_negative (s : shape) = 0 <= length s

let rec shape (n : int) : shape =
  if n <= 0 then Dot else if bool_gen () then Dot else Line (int_gen (), shape (n - 1))
[@@covers {| n:{v:int | 0 <= v} -> [v:shape | length v <= n] |}]
[@@measure n]

let point () = let y = nat_gen () in { y; x = int_range 0 y }
[@@covers {| unit -> [v:point | 0 <= v.x && v.x <= v.y] |}]
