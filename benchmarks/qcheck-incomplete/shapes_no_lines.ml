(* No lines. *)
(* expect: rejected *)
(* missing: shape () => Line ({ x = 0; y = 0 }, { x = 0; y = 0 }) *)
type point = { x : int; y : int }
type shape = Dot of point | Line of point * point | Empty

let[@predicate] near (p : point) : bool = 0 <= p.x && p.x <= 1 && 0 <= p.y && p.y <= 1

let[@predicate] small (s : shape) : bool =
  match s with Dot p -> near p | Line (p, q) -> near p && near q | Empty -> true

let point = QCheck.Gen.(map2 (fun x y -> { x; y }) (0 -- 1) (0 -- 1))

let shape = QCheck.Gen.(oneof [ return Empty; map (fun p -> Dot p) point ])
[@@covers {| [v:shape | small v] |}]
