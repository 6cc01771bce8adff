(* The values that a schema allows: numbers within bounds, tuples, optional parts, short
   lists. *)
(* expect: valid *)
(* level: 4 *)
open Covenant_runtime

type schema =
  | Whole of int * int
  | Flag
  | Two of schema * schema
  | Optional of schema
  | Listing of schema * int

type value =
  | Number of int
  | Switch of bool
  | Tuple of value * value
  | Absent
  | Present of value
  | Items of value list

let[@predicate] rec nodes (s : schema) : int =
  match s with
  | Whole _ | Flag -> 1
  | Two (a, b) -> 1 + nodes a + nodes b
  | Optional a | Listing (a, _) -> 1 + nodes a

let[@predicate] rec conforms (x : value) (s : schema) : bool =
  match x, s with
  | Number k, Whole (lo, hi) -> lo <= k && k <= hi
  | Switch _, Flag -> true
  | Tuple (x1, x2), Two (s1, s2) -> conforms x1 s1 && conforms x2 s2
  | Absent, Optional _ -> true
  | Present y, Optional a -> conforms y a
  | Items l, Listing (a, most) -> len l <= most && all_conform l a
  | _ -> false

and all_conform (l : value list) (s : schema) : bool =
  match l with [] -> true | x :: rest -> conforms x s && all_conform rest s

let rec value (s : schema) : value =
  match s with
  | Whole (lo, hi) -> Number (int_range lo hi)
  | Flag -> Switch (bool_gen ())
  | Two (a, b) -> Tuple (value a, value b)
  | Optional a -> if bool_gen () then Absent else Present (value a)
  | Listing (a, most) -> if most < 0 then err () else Items (items a most)
[@@covers {| s:{v:schema | true} -> [v:value | conforms v s] |}]
[@@measure (nodes s, 0)]

and items (s : schema) (most : int) : value list =
  if most = 0 || bool_gen () then []
  else
    let first = value s in
    first :: items s (most - 1)
[@@covers {| s:{v:schema | true} -> most:{v:int | 0 <= v} ->
  [v:value list | all_conform v s && len v <= most] |}]
[@@measure (nodes s, most + 1)]
