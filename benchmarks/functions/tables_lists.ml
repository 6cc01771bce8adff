(* Functions that take functions: a finite table for each, made while they run.
   expect: none found: map, filter, fold, pairs *)

let rec map (f : int -> int) (l : int list) : int list =
  match l with [] -> [] | x :: rest -> f x :: map f rest
[@@covers
  {| f:(x:int -> {v:int | x <= v}) -> l:{v:int list | forall u:int. mem v u ==> 0 <= u} ->
     {v:int list | len v = len l && forall u:int. mem v u ==> 0 <= u} |}]

let rec filter (f : int -> bool) (l : int list) : int list =
  match l with [] -> [] | x :: rest -> if f x then x :: filter f rest else filter f rest
[@@covers
  {| f:(x:int -> {v:bool | true}) -> l:{v:int list | sorted v} -> {v:int list | sorted v && len v <= len l} |}]

let rec fold (f : int -> int -> int) (start : int) (l : int list) : int =
  match l with [] -> start | x :: rest -> f x (fold f start rest)
[@@covers
  {| f:(x:int -> sum:{v:int | 0 <= v} -> {v:int | sum <= v}) -> start:{v:int | 0 <= v} -> l:int list ->
     {v:int | start <= v} |}]

let pairs (f : 'a -> 'b) (a : 'a) (b : 'a) : 'b * 'b = (f a, f b)
[@@covers {| forall 'a 'b. f:(x:'a -> {v:'b | true}) -> a:'a -> b:'a -> {v:'b * 'b | a = b ==> fst v = snd v} |}]
