(* Values like those of JSON: nested lists, strings, numbers. *)
(* expect: valid *)
(* level: 3 *)
open QCheck.Gen
type json = Null | Bool of bool | Num of int | Str of string | List of json list
let[@predicate] rec depth (j : json) : int = match j with
  | Null -> 0 | Bool _ -> 0 | Num _ -> 0 | Str _ -> 0 | List l -> 1 + depth_list l
and depth_list (l : json list) : int = match l with [] -> 0 | x :: t -> max (depth x) (depth_list t)
let[@predicate] rec ok (j : json) : bool = match j with
  | Null -> true | Bool _ -> true | Num _ -> true
  | Str s -> String.length s <= 99
  | List l -> len l <= 99 && ok_list l
and ok_list (l : json list) : bool = match l with [] -> true | x :: t -> ok x && ok_list t
let rec json n =
  let leaf = oneof [ return Null; map (fun b -> Bool b) bool; map (fun n -> Num n) int; map (fun s -> Str s) small_string ] in
  if n = 0 then leaf
  else frequency [ (3, leaf); (1, map (fun l -> List l) (small_list (json (n - 1)))) ]
[@@covers {| n:{v:int | 0 <= v} -> [v:json | depth v <= n && ok v] |}]
