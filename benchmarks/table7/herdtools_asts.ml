(* Herdtools7: syntax trees of a given size. The repaired generator draws literals from all
   integers. *)
(* expect: valid *)
open Covenant_runtime

type unop = Not | Negative | Bit_not
type binop = Plus | Minus | Times | And | Or | Equal | Less

type ast =
  | Literal of int
  | Boolean of bool
  | Variable of string
  | Unary of unop * ast
  | Binary of binop * ast * ast
  | Conditional of ast * ast * ast

let[@predicate] rec size (e : ast) : int =
  match e with
  | Literal _ -> 1
  | Boolean _ -> 1
  | Variable _ -> 1
  | Unary (_, a) -> 1 + size a
  | Binary (_, a, b) -> 1 + size a + size b
  | Conditional (a, b, c) -> 1 + size a + size b + size c

let[@lemma] size_is_positive (e : ast) = 1 <= size e

let unops () : unop = match int_range 0 2 with 0 -> Not | 1 -> Negative | _ -> Bit_not
[@@covers {| M [v:unop | true] |}]

let binops () : binop =
  match int_range 0 6 with
  | 0 -> Plus
  | 1 -> Minus
  | 2 -> Times
  | 3 -> And
  | 4 -> Or
  | 5 -> Equal
  | _ -> Less
[@@covers {| M [v:binop | true] |}]

let leaves () : ast =
  match int_range 0 2 with
  | 0 -> Literal (int_gen ())
  | 1 -> Boolean (bool_gen ())
  | _ -> Variable (string_gen ())
[@@covers {| M [v:ast | size v = 1] |}]

let rec asts (n : int) : ast =
  if n <= 1 then leaves ()
  else
    match int_range 0 2 with
    | 0 ->
        let op = unops () in
        let a = asts (n - 1) in
        Unary (op, a)
    | 1 ->
        let op = binops () in
        let left = int_range 1 (n - 2) in
        let a = asts left in
        let b = asts (n - 1 - left) in
        Binary (op, a, b)
    | _ ->
        let first = int_range 1 (n - 3) in
        let second = int_range 1 (n - 2 - first) in
        let a = asts first in
        let b = asts second in
        let c = asts (n - 1 - first - second) in
        Conditional (a, b, c)
[@@covers {| n:{v:int | 1 <= v} -> [v:ast | size v = n] |}]
[@@measure n]
