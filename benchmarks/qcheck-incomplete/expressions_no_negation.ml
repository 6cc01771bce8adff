(* One arm is missing. *)
(* expect: rejected *)
(* missing: expr 1 () => Neg (Const 0) *)
open QCheck.Gen

type expr = Const of int | Var of bool | Plus of expr * expr | Neg of expr

let[@predicate] rec depth (e : expr) : int =
  match e with
  | Const _ -> 0
  | Var _ -> 0
  | Plus (a, b) -> 1 + max (depth a) (depth b)
  | Neg a -> 1 + depth a

let leaf = oneof [ map (fun n -> Const n) int; map (fun b -> Var b) bool ]

let rec expr n =
  if n = 0 then leaf
  else oneof [ leaf; map2 (fun a b -> Plus (a, b)) (expr (n - 1)) (expr (n - 1)) ]
[@@covers {| n:{v:int | 0 <= v} -> [v:expr | depth v <= n] |}]
