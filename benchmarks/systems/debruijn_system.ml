(* Terms of the lambda calculus as streams of tokens, each constructor before its parts. [agrees] reads what was
   sent since the last time, and evaluates it twice: by substitution, which is what is tested, and with environments. *)
type term = Var of int | Lam of term | App of term * term | Number of int | Plus of term * term

type token = T_var of int | T_lam | T_app | T_number of int | T_plus

let wrong = ref false
let sent : token list ref = ref []
let fresh () = sent := []
let send token = sent := token :: !sent
let var i = send (T_var i)
let lam () = send T_lam
let app () = send T_app
let number k = send (T_number k)
let plus () = send T_plus

exception Not_a_term

let rec parse tokens =
  let two tokens make =
    let a, rest = parse tokens in
    let b, rest = parse rest in
    (make a b, rest)
  in
  match tokens with
  | [] -> raise Not_a_term
  | T_var i :: rest -> (Var i, rest)
  | T_number k :: rest -> (Number k, rest)
  | T_lam :: rest ->
      let body, rest = parse rest in
      (Lam body, rest)
  | T_app :: rest -> two rest (fun a b -> App (a, b))
  | T_plus :: rest -> two rest (fun a b -> Plus (a, b))

exception Stuck

(* What is put in is closed, so nothing in it has to be changed under a binder. *)
let rec substitute index value = function
  | Var i -> if i = index then value else Var i
  | Lam body -> Lam (substitute (if !wrong then index else index + 1) value body)
  | App (a, b) -> App (substitute index value a, substitute index value b)
  | Plus (a, b) -> Plus (substitute index value a, substitute index value b)
  | Number k -> Number k

let step fuel =
  decr fuel;
  if !fuel < 0 then raise Stuck

let rec evaluate fuel term =
  step fuel;
  match term with
  | Number _ | Lam _ -> term
  | Var _ -> raise Stuck
  | App (a, b) -> (
      match evaluate fuel a with
      | Lam body -> evaluate fuel (substitute 0 (evaluate fuel b) body)
      | _ -> raise Stuck)
  | Plus (a, b) -> (
      match (evaluate fuel a, evaluate fuel b) with Number x, Number y -> Number (x + y) | _ -> raise Stuck)

type value = Int of int | Closure of term * value list

let rec meaning fuel environment term =
  step fuel;
  match term with
  | Number k -> Int k
  | Lam body -> Closure (body, environment)
  | Var i -> ( match List.nth_opt environment i with Some v when i >= 0 -> v | _ -> raise Stuck)
  | App (a, b) -> (
      match meaning fuel environment a with
      | Closure (body, inner) -> meaning fuel (meaning fuel environment b :: inner) body
      | Int _ -> raise Stuck)
  | Plus (a, b) -> (
      match (meaning fuel environment a, meaning fuel environment b) with
      | Int x, Int y -> Int (x + y)
      | _ -> raise Stuck)

let agrees () =
  let tokens = List.rev !sent in
  sent := [];
  match parse tokens with
  | exception Not_a_term -> true
  | _, _ :: _ -> true
  | term, [] -> (
      match meaning (ref 1000) [] term with
      | exception _ -> true
      | Closure _ -> true
      | Int k -> ( match evaluate (ref 1000) term with Number j -> j = k | _ -> false | exception _ -> false))
