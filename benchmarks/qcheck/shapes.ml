(* A sum of records and numbers. *)
(* expect: valid *)
(* level: 3 *)
type point = { x : int; y : int }
type shape = Dot of point | Line of point * point | Empty

let point = QCheck.Gen.(map2 (fun x y -> { x; y }) (0 -- 1) (0 -- 1))

let shape =
  QCheck.Gen.(
    oneof
      [ return Empty;
        map (fun p -> Dot p) point;
        map2 (fun p q -> Line (p, q)) point point ])
[@@covers {| [v:shape | (forall p:point. v = Dot p ==> 0 <= p.x && p.x <= 1 && 0 <= p.y && p.y <= 1) && (forall p:point. forall q:point. v = Line (p, q) ==> 0 <= p.x && p.x <= 1 && 0 <= p.y && p.y <= 1 && 0 <= q.x && q.x <= 1 && 0 <= q.y && q.y <= 1)] |}]
