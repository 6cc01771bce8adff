(* Operations with keys and values, and lists of them. *)
(* expect: valid *)
(* level: 3 *)
open QCheck.Gen
type op = Insert of int * string | Delete of int | Find of int
type state = { ops : op list; seed : int }
let key = int_bound 9
let value = string_size ~gen:(char_range 'a' 'c') (return 2)
let op = oneof [ (key >>= fun k -> value >|= fun v -> Insert (k, v)); map (fun k -> Delete k) key; (fun k -> Find k) <$> key ]
let[@predicate] abc (c : char) : bool = 'a' <= c && c <= 'c'
let[@predicate] ok (o : op) : bool =
  match o with
  | Insert (k, v) -> 0 <= k && k <= 9 && String.length v = 2 && String.for_all abc v
  | Delete k -> 0 <= k && k <= 9
  | Find k -> 0 <= k && k <= 9
let one = op
[@@covers {| [v:op | ok v] |}]
let[@predicate] rec all_ok (l : op list) : bool = match l with [] -> true | x :: t -> ok x && all_ok t
let state = map2 (fun ops seed -> { ops; seed }) (list_size (0 -- 5) op) nat
[@@covers {| [v:state | len v.ops <= 5 && all_ok v.ops && 0 <= v.seed && v.seed <= 9999] |}]
