(* From a QCheck generator to a claim.

   With QCheck's combinators one would write, for expressions of bounded height:

     let rec expr n = QCheck.Gen.(
       if n = 0 then map (fun k -> Const k) int
       else oneof [ map (fun k -> Const k) int;
                    map2 (fun a b -> Plus (a, b)) (expr (n - 1)) (expr (n - 1)) ])

   Here the same generator is in direct style: a generator that is run is a call, a
   [map] is a [let], and a [oneof] is a coin. There is also one without a bound,
   which is how [sized] or [fix] are often avoided: no parameter decreases, so the
   attribute [@@rank ...] names what is smaller about the values that the recursive
   calls have to deliver. *)
(* expect: valid *)
open Covenant_runtime

type expr = Const of int | Plus of expr * expr

let[@predicate] rec height (e : expr) : int =
  match e with
  | Const _ -> 0
  | Plus (a, b) -> if height a <= height b then 1 + height b else 1 + height a

let rec expr (n : int) : expr =
  if n = 0 then Const (int_gen ())
  else if bool_gen () then Const (int_gen ())
  else
    let a = expr (n - 1) in
    let b = expr (n - 1) in
    Plus (a, b)
[@@covers {| n:{v:int | 0 <= v} -> [v:expr | height v <= n] |}]
[@@measure n]

let rec any_expr () : expr =
  if bool_gen () then Const (int_gen ())
  else
    let a = any_expr () in
    let b = any_expr () in
    Plus (a, b)
[@@covers {| M [v:expr | true] |}]
[@@rank height v]
