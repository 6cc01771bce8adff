(* What is bound is not known in the body. *)
(* expect: rejected *)
(* level: 3 *)
(* missing: term 1 [] => Let (0, Num 0, Var 0) *)
open Covenant_runtime

type term = Num of int | Var of int | Add of term * term | Let of int * term * term

let[@predicate] rec height (e : term) : int =
  match e with
  | Num _ | Var _ -> 0
  | Add (a, b) -> 1 + max (height a) (height b)
  | Let (_, a, b) -> 1 + max (height a) (height b)

let[@predicate] rec scoped (e : term) (env : int list) : bool =
  match e with
  | Num _ -> true
  | Var x -> mem env x
  | Add (a, b) -> scoped a env && scoped b env
  | Let (x, a, b) -> scoped a env && scoped b (x :: env)

let rec pick (env : int list) : int =
  match env with [] -> err () | x :: rest -> if bool_gen () then x else pick rest
[@@covers {| env:{v:int list | true} -> [v:int | mem env v] |}]

let atom (env : int list) : term = if bool_gen () then Num (int_gen ()) else Var (pick env)
[@@covers {| env:{v:int list | true} -> [v:term | height v = 0 && scoped v env] |}]

let rec term (n : int) (env : int list) : term =
  if n = 0 then atom env
  else
    match int_range 0 2 with
    | 0 -> atom env
    | 1 -> Add (term (n - 1) env, term (n - 1) env)
    | _ ->
        let x = int_gen () in
        let bound = term (n - 1) env in
        let body = term (n - 1) env in
        Let (x, bound, body)
[@@covers {| n:{v:int | 0 <= v} -> env:{v:int list | true} ->
  [v:term | height v <= n && scoped v env] |}]
