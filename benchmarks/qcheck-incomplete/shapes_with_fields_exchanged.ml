(* Two fields are exchanged. *)
(* expect: rejected *)
(* missing: shape () => Rect (6, 1) *)
type shape = Circle of { radius : int } | Rect of { w : int; h : int }
let[@predicate] ok (s : shape) : bool =
  match s with Circle { radius } -> 1 <= radius && radius <= 10 | Rect { h; w } -> 1 <= w && w <= 10 && 1 <= h && h <= 5
let shape =
  QCheck.Gen.(oneof [ map (fun radius -> Circle { radius }) (1 -- 10); map2 (fun w h -> Rect { h = w; w = h }) (1 -- 10) (1 -- 5) ])
[@@covers {| [v:shape | ok v] |}]
