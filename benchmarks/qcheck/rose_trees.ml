(* Trees with up to three children. *)
(* expect: valid *)
(* level: 3 *)
type rose = Rose of int * rose list
let[@predicate] rec depth (r : rose) : int = match r with Rose (_, l) -> 1 + depths l
and depths (l : rose list) : int = match l with [] -> 0 | x :: t -> max (depth x) (depths t)
let[@predicate] rec narrow (r : rose) : bool = match r with Rose (_, l) -> len l <= 3 && narrows l
and narrows (l : rose list) : bool = match l with [] -> true | x :: t -> narrow x && narrows t
let rec rose n =
  let open QCheck.Gen in
  if n <= 1 then map (fun x -> Rose (x, [])) int
  else map2 (fun x l -> Rose (x, l)) int (list_size (int_bound 3) (rose (n - 1)))
[@@covers {| n:{v:int | 1 <= v} -> [v:rose | depth v <= n && narrow v] |}]
