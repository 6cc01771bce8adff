(* Numbers are never negative. *)
(* expect: rejected *)
(* missing: json 0 () => Num (-1) *)
open QCheck.Gen
type json = Null | Bool of bool | Num of int | List of json list
let[@predicate] rec depth (j : json) : int = match j with
  | Null -> 0 | Bool _ -> 0 | Num _ -> 0 | List l -> 1 + depth_list l
and depth_list (l : json list) : int = match l with [] -> 0 | x :: t -> max (depth x) (depth_list t)
let rec json n =
  let leaf = oneof [ return Null; map (fun b -> Bool b) bool; map (fun n -> Num n) nat ] in
  if n = 0 then leaf
  else frequency [ (3, leaf); (1, map (fun l -> List l) (list_size (int_bound 3) (json (n - 1)))) ]
[@@covers {| n:{v:int | 0 <= v} -> [v:json | depth v <= n] |}]
