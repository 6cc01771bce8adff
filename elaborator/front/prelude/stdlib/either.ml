
(* --- the module Either --- *)

(* One of two. *)
type ('a, 'b) t = Left of 'a | Right of 'b

(* The first of two. *)
let[@predicate] left (x : 'a) : ('a, 'b) t = Left x

(* The second of two. *)
let[@predicate] right (y : 'b) : ('a, 'b) t = Right y

(* It is the first. *)
let[@predicate] is_left (e : ('a, 'b) t) : bool = match e with Left _ -> true | Right _ -> false

(* It is the second. *)
let[@predicate] is_right (e : ('a, 'b) t) : bool = match e with Left _ -> false | Right _ -> true

(* The first, if it is that. *)
let[@predicate] find_left (e : ('a, 'b) t) : 'a option =
  match e with Left x -> Some x | Right _ -> None

(* The second, if it is that. *)
let[@predicate] find_right (e : ('a, 'b) t) : 'b option =
  match e with Left _ -> None | Right y -> Some y

(* [f] of the first. *)
let[@predicate] map_left (f : 'a -> 'c) (e : ('a, 'b) t) : ('c, 'b) t =
  match e with Left x -> Left (f x) | Right y -> Right y

(* [f] of the second. *)
let[@predicate] map_right (f : 'b -> 'c) (e : ('a, 'b) t) : ('a, 'c) t =
  match e with Left x -> Left x | Right y -> Right (f y)
