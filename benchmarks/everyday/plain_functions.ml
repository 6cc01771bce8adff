(* Claims that name functions of the file as they are, without an attribute: one by recursion, one by another, a constant. *)
(* expect: valid *)
open Covenant_runtime

type expr = Num of int | Neg of expr | Add of expr * expr

let larger (a : int) (b : int) : int = if a < b then b else a

let rec height = function
  | Num _ -> 0
  | Neg e -> 1 + height e
  | Add (a, b) -> 1 + larger (height a) (height b)

let limit = 9

let rec small = function
  | Num n -> 0 <= n && n <= limit
  | Neg e -> small e
  | Add (a, b) -> small a && small b

let rec expr (n : int) : expr =
  if n = 0 then Num (int_range 0 limit)
  else if bool_gen () then Num (int_range 0 limit)
  else if bool_gen () then Neg (expr (n - 1))
  else Add (expr (n - 1), expr (n - 1))
[@@covers {| n:{v:int | 0 <= v} -> [v:expr | small v && height v <= n] |}]
