(* Inline records. *)
(* expect: valid *)
(* level: 2 *)
type shape = Circle of { radius : int } | Rect of { w : int; h : int }
let[@predicate] ok (s : shape) : bool =
  match s with Circle { radius } -> 1 <= radius && radius <= 10 | Rect { h; w } -> 1 <= w && w <= 10 && 1 <= h && h <= 10
let shape =
  QCheck.Gen.(oneof [ map (fun radius -> Circle { radius }) (1 -- 10); map2 (fun w h -> Rect { h; w }) (1 -- 10) (1 -- 10) ])
[@@covers {| [v:shape | ok v] |}]
