(* The environment has two constants, and one of them is never made: whatever needs an addition is missing. *)
(* expect: rejected *)
(* missing: gen_prim (Ty_arr (Ty_nat, Ty_arr (Ty_nat, Ty_nat))) [] => Prim true *)
(* missing: gen_term_no_app (Ty_arr (Ty_nat, Ty_arr (Ty_nat, Ty_nat))) [] => Prim true *)
(* missing: gen_term_size 0 (Ty_arr (Ty_nat, Ty_arr (Ty_nat, Ty_nat))) [] => Prim true *)
open Covenant_runtime

type ty = Ty_nat | Ty_arr of ty * ty

type term = Const of int | Prim of bool | Var of int | Abs of ty * term | App of term * term

(* How many arrows a type has. *)
let[@predicate] rec arrows (t : ty) : int =
  match t with Ty_nat -> 0 | Ty_arr (a, b) -> 1 + arrows a + arrows b

let[@lemma] arrows_nonneg (t : ty) = 0 <= arrows t

let rec type_eq (a : ty) (b : ty) : bool =
  match a with
  | Ty_nat -> ( match b with Ty_nat -> true | Ty_arr _ -> false)
  | Ty_arr (a1, a2) -> (
      match b with
      | Ty_nat -> false
      | Ty_arr (b1, b2) -> if type_eq a1 b1 then type_eq a2 b2 else false)
[@@covers {| a:{v:ty | true} -> b:{v:ty | true} -> [v:bool | v <=> a = b] |}]
[@@measure arrows a]

let rec gen_type_size (size : int) : ty =
  if size <= 0 then Ty_nat
  else if bool_gen () then Ty_nat
  else
    let a = gen_type_size (size - 1) in
    let b = gen_type_size (size - 1) in
    Ty_arr (a, b)
[@@covers {| size:{v:int | 0 <= v} -> [v:ty | arrows v <= size] |}]
[@@measure size]

let gen_type () : ty =
  let size = nat_gen () in
  gen_type_size size
[@@covers {| M [v:ty | true] |}]

(* The environment: [Prim false] is a successor, [Prim true] an addition. *)
let[@predicate] prim_ty (p : bool) (t : ty) : bool =
  if p then t = Ty_arr (Ty_nat, Ty_arr (Ty_nat, Ty_nat)) else t = Ty_arr (Ty_nat, Ty_nat)

(* [n] is the position of a [t] in the context. *)
let[@predicate] rec at (gamma : ty list) (n : int) (t : ty) : bool =
  match gamma with [] -> false | a :: rest -> if n = 0 then a = t else at rest (n - 1) t

(* A variable is the position of its type in the context. *)
let[@predicate] rec has_ty (gamma : ty list) (e : term) (t : ty) : bool =
  match e with
  | Const _ -> t = Ty_nat
  | Prim p -> prim_ty p t
  | Var n -> at gamma n t
  | Abs (a, body) -> fun ((b [@ex]) : ty) -> t = Ty_arr (a, b) && has_ty (a :: gamma) body b
  | App (f, x) -> fun ((a [@ex]) : ty) -> has_ty gamma f (Ty_arr (a, t)) && has_ty gamma x a

let[@predicate] is_var (e : term) : bool = match e with Var _ -> true | _ -> false

let[@predicate] is_prim (e : term) : bool = match e with Prim _ -> true | _ -> false

let[@predicate] rec apps (e : term) : int =
  match e with
  | Const _ -> 0
  | Prim _ -> 0
  | Var _ -> 0
  | Abs (_, body) -> apps body
  | App (f, x) -> 1 + apps f + apps x

let[@lemma] apps_nonneg (e : term) = 0 <= apps e

let rec position (gamma : ty list) (t : ty) : int =
  match gamma with
  | [] -> err ()
  | a :: rest ->
      if bool_gen () then if type_eq a t then 0 else err () else 1 + position rest t
[@@covers {| gamma:{v:ty list | true} -> t:{v:ty | true} -> [v:int | at gamma v t] |}]
[@@measure len gamma]

let vars_with_type (gamma : ty list) (t : ty) : term = Var (position gamma t)
[@@covers {|
  gamma:{v:ty list | true} -> t:{v:ty | true} -> [v:term | has_ty gamma v t && is_var v]
|}]

let gen_prim (t : ty) (gamma : ty list) : term =
  if type_eq t (Ty_arr (Ty_nat, Ty_nat)) then Prim false else err ()
[@@covers {|
  t:{v:ty | true} -> gamma:{v:ty list | true} -> [v:term | has_ty gamma v t && is_prim v]
|}]

let rec gen_term_no_app (t : ty) (gamma : ty list) : term =
  if bool_gen () then vars_with_type gamma t
  else if bool_gen () then gen_prim t gamma
  else
    match t with
    | Ty_nat -> Const (int_gen ())
    | Ty_arr (a, b) ->
        let body = gen_term_no_app b (a :: gamma) in
        Abs (a, body)
[@@covers {|
  t:{v:ty | true} -> gamma:{v:ty list | true} -> [v:term | has_ty gamma v t && apps v = 0]
|}]
[@@measure arrows t]

let rec gen_term_size (n : int) (t : ty) (gamma : ty list) : term =
  if n <= 0 then gen_term_no_app t gamma
  else if bool_gen () then gen_term_no_app t gamma
  else if bool_gen () then
    let a = gen_type () in
    let left = int_range 0 (n - 1) in
    let f = gen_term_size left (Ty_arr (a, t)) gamma in
    let x = gen_term_size (n - 1 - left) a gamma in
    App (f, x)
  else
    match t with
    | Ty_nat -> err ()
    | Ty_arr (a, b) ->
        let body = gen_term_size n b (a :: gamma) in
        Abs (a, body)
[@@covers {|
  n:{v:int | 0 <= v} -> t:{v:ty | true} -> gamma:{v:ty list | true} ->
  [v:term | has_ty gamma v t && apps v <= n]
|}]
[@@measure (n, arrows t)]
