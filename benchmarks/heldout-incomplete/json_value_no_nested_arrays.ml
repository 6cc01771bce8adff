(* The elements of an array are scalars. *)
(* expect: rejected *)
(* missing: elements 2 => Item (Array End, End) *)
(* missing: json 3 => Array (Item (Array End, End)) *)
open Covenant_runtime

type json =
  | Null
  | Bool of bool
  | Number of int
  | Array of elements

and elements = End | Item of json * elements

let[@predicate] larger (a : int) (b : int) : int = if a <= b then b else a

let[@predicate] rec json_depth (j : json) : int =
  match j with
  | Null -> 0
  | Bool _ -> 0
  | Number _ -> 0
  | Array items -> 1 + elements_depth items

and elements_depth (items : elements) : int =
  match items with
  | End -> 0
  | Item (j, rest) -> 1 + larger (json_depth j) (elements_depth rest)

let scalar () : json =
  if bool_gen () then Null
  else if bool_gen () then Bool (bool_gen ())
  else Number (int_gen ())
[@@covers {| M [v:json | json_depth v = 0] |}]

let rec json (depth : int) : json =
  if depth = 0 then scalar ()
  else if bool_gen () then scalar ()
  else Array (elements (depth - 1))
[@@covers {| depth:{v:int | 0 <= v} -> [v:json | json_depth v <= depth] |}]
[@@measure depth]

and elements (depth : int) : elements =
  if depth = 0 then End
  else if bool_gen () then End
  else
    let first = scalar () in
    let rest = elements (depth - 1) in
    Item (first, rest)
[@@covers {| depth:{v:int | 0 <= v} -> [v:elements | elements_depth v <= depth] |}]
[@@measure depth]
