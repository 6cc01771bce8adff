(* Regular expressions over two letters, up to a height. *)
(* expect: valid *)
(* level: 3 *)
open Covenant_runtime

type regex = Empty | Epsilon | Letter of bool | Seq of regex * regex | Alt of regex * regex | Star of regex

let[@predicate] rec height (r : regex) : int =
  match r with
  | Empty | Epsilon | Letter _ -> 0
  | Seq (a, b) | Alt (a, b) -> 1 + max (height a) (height b)
  | Star a -> 1 + height a

let rec regex (n : int) : regex =
  let atom () =
    match int_range 0 2 with 0 -> Empty | 1 -> Epsilon | _ -> Letter (bool_gen ())
  in
  if n = 0 then atom ()
  else
    match int_range 0 3 with
    | 0 -> atom ()
    | 1 -> Star (regex (n - 1))
    | 2 -> Seq (regex (n - 1), regex (n - 1))
    | _ ->
        let a = regex (n - 1) in
        let b = regex (n - 1) in
        Alt (a, b)
[@@covers {| n:{v:int | 0 <= v} -> [v:regex | height v <= n] |}]
