(* The size stops at four. *)
(* expect: rejected *)
(* missing: expr () => Neg (Neg (Neg (Neg (Neg (Const 0))))) *)
open QCheck.Gen

type expr = Const of int | Var of bool | Plus of expr * expr | Neg of expr

let[@predicate] rec depth (e : expr) : int =
  match e with
  | Const _ -> 0
  | Var _ -> 0
  | Plus (a, b) -> 1 + max (depth a) (depth b)
  | Neg a -> 1 + depth a

let leaf = oneof [ map (fun n -> Const n) int; map (fun b -> Var b) bool ]

let rec upto n =
  match n with
  | 0 -> leaf
  | _ ->
    oneof
      [ leaf;
        map2 (fun a b -> Plus (a, b)) (upto (n - 1)) (upto (n - 1));
        map (fun a -> Neg a) (upto (n - 1)) ]

let expr = sized_size (int_bound 4) upto
[@@covers {| [v:expr | depth v <= 5] |}]
