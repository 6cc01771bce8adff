(* What is optional is always there. *)
(* expect: rejected *)
(* level: 4 *)
(* missing: word (Maybe (Letter 'a')) => [] *)
open Covenant_runtime

type regex = Letter of char | Seq of regex * regex | Alt of regex * regex | Maybe of regex

let[@predicate] rec append (a : 'a list) (b : 'a list) : 'a list =
  match a with [] -> b | x :: rest -> x :: append rest b

let[@predicate] rec prefixed (w : char list) (l : char list list) : char list list =
  match l with [] -> [] | u :: rest -> append w u :: prefixed w rest

let[@predicate] rec products (a : char list list) (b : char list list) : char list list =
  match a with [] -> [] | w :: rest -> append (prefixed w b) (products rest b)

let[@predicate] rec words (r : regex) : char list list =
  match r with
  | Letter c -> [ [ c ] ]
  | Seq (a, b) -> products (words a) (words b)
  | Alt (a, b) -> append (words a) (words b)
  | Maybe a -> [] :: words a

let rec word (r : regex) : char list =
  match r with
  | Letter c -> [ c ]
  | Seq (a, b) ->
      let first = word a in
      let second = word b in
      append first second
  | Alt (a, b) -> if bool_gen () then word a else word b
  | Maybe a -> word a
[@@covers {| r:{v:regex | true} -> [v:char list | mem (words r) v] |}]
