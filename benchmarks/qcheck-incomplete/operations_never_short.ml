(* Values always have two letters. *)
(* expect: rejected *)
(* missing: op () => Insert (0, "a") *)
open QCheck.Gen
type op = Insert of int * string | Delete of int | Find of int
let key = int_bound 9
let value = string_size ~gen:(char_range 'a' 'c') (return 2)
let[@predicate] abc (c : char) : bool = 'a' <= c && c <= 'c'
let[@predicate] ok (o : op) : bool =
  match o with
  | Insert (k, v) -> 0 <= k && k <= 9 && 1 <= String.length v && String.length v <= 2 && String.for_all abc v
  | Delete k -> 0 <= k && k <= 9
  | Find k -> 0 <= k && k <= 9
let op = oneof [ (key >>= fun k -> value >|= fun v -> Insert (k, v)); map (fun k -> Delete k) key; (fun k -> Find k) <$> key ]
[@@covers {| [v:op | ok v] |}]
