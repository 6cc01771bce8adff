(* The number of columns is taken from the rows. *)
(* expect: rejected *)
(* level: 4 *)
(* missing: grid 1 0 => [ [] ] *)
open Covenant_runtime

let rec vector_of (n : int) (g : unit -> 'a) () : 'a list =
  if n = 0 then []
  else
    let first = g () in
    first :: vector_of (n - 1) g ()
[@@covers {|
  forall 'a. forall (p : 'a -> bool).
  n:{v:int | 0 <= v} -> g:(M [v:'a | p v]) ->
  M [v:'a list | len v = n && (forall u:'a. mem v u ==> p u)]
|}]

let digit () : int = int_range 0 9
[@@covers {| M [v:int | 0 <= v && v <= 9] |}]

let row (columns : int) () : int list = vector_of columns digit ()
[@@covers {|
  columns:{v:int | 0 <= v} ->
  M [v:int list | len v = columns && (forall u:int. mem v u ==> (0 <= u && u <= 9))]
|}]

let grid (rows : int) (columns : int) : int list list = vector_of rows (row rows) ()
[@@covers {|
  rows:{v:int | 0 <= v} -> columns:{v:int | 0 <= v} ->
  [v:int list list | len v = rows
     && (forall r:int list. mem v r ==>
           (len r = columns && (forall u:int. mem r u ==> (0 <= u && u <= 9))))]
|}]
