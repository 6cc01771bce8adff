(* Four children never occur. *)
(* expect: rejected *)
(* missing: rose 2 () => Rose (0, [Rose (0, []); Rose (0, []); Rose (0, []); Rose (0, [])]) *)
type rose = Rose of int * rose list
let[@predicate] rec depth (r : rose) : int = match r with Rose (_, l) -> 1 + depths l
and depths (l : rose list) : int = match l with [] -> 0 | x :: t -> max (depth x) (depths t)
let rec rose n =
  let open QCheck.Gen in
  if n <= 1 then map (fun x -> Rose (x, [])) int
  else map2 (fun x l -> Rose (x, l)) int (list_size (int_bound 3) (rose (n - 1)))
[@@covers {| n:{v:int | 1 <= v} -> [v:rose | depth v <= n] |}]
