(* Under a binder the depth is what it was before. *)
(* expect: rejected *)
(* missing: abs_gen 1 0 => [Lam Int; Var 0; Close] *)
open Covenant_runtime

type ty = Int | Arrow of ty * ty
type token = Var of int | Lam of ty | Close

module type READER = sig
  val var : int -> unit
  val lam : ty -> unit
  val close : unit -> unit
end [@@operators token]

let[@predicate] rec size (t : ty) : int = match t with Int -> 0 | Arrow (a, b) -> 1 + size a + size b

type abs = Ix of int | Abs of ty * abs

let[@predicate] rec scoped (a : abs) (d : int) : bool =
  match a with Ix i -> 0 <= i && i < d | Abs (_, b) -> scoped b (d + 1)

let[@predicate] rec tokens (a : abs) : token list =
  match a with Ix i -> [ Var i ] | Abs (t, b) -> Lam t :: (tokens b @ [ Close ])

let[@predicate] rec binders (a : abs) : int = match a with Ix _ -> 0 | Abs (_, b) -> 1 + binders b

(* The same as an automaton: k closes are due. *)
let[@predicate] rec closes (tr : token list) (k : int) : bool =
  match tr with
  | [] -> k = 0
  | Close :: r -> 0 < k && closes r (k - 1)
  | Var _ :: _ -> false
  | Lam _ :: _ -> false

let[@predicate] rec abs_trace (tr : token list) (d : int) (k : int) : bool =
  match tr with
  | [] -> false
  | Var i :: r -> 0 <= i && i < d && closes r k
  | Lam _ :: r -> abs_trace r (d + 1) (k + 1)
  | Close :: _ -> false

let rec any_ty () : ty =
  if bool_gen () then Int
  else
    let a = any_ty () in
    let b = any_ty () in
    Arrow (a, b)
[@@covers {| M [v:ty | true] |}]
[@@rank size v]

module Generators (S : READER) = struct
  let rec abs_gen (n : int) (d : int) : unit =
    if n = 0 || bool_gen () then
      let i = int_range 0 (d - 1) in
      S.var i
    else begin
      let t = any_ty () in
      S.lam t;
      abs_gen (n - 1) d;
      S.close ()
    end
  [@@covers {| n:{v:int | 0 <= v} -> d:{v:int | 0 <= v} ->
    [tr | exists a:abs. binders a <= n && scoped a d && tokens a = tr] |}]
  [@@measure n]

  let rec close_gen (k : int) : unit =
    if k = 0 then ()
    else begin
      S.close ();
      close_gen (k - 1)
    end
  [@@covers {| k:{v:int | 0 <= v} -> [tr | closes tr k] |}]
  [@@measure k]

  let rec abs_flat (n : int) (d : int) (k : int) : unit =
    if n = 0 then err ()
    else if bool_gen () then begin
      let i = int_range 0 (d - 1) in
      S.var i;
      close_gen k
    end
    else begin
      let t = any_ty () in
      S.lam t;
      abs_flat (n - 1) (d + 1) (k + 1)
    end
  [@@covers {| n:{v:int | 0 <= v} -> d:{v:int | 0 <= v} -> k:{v:int | 0 <= v} ->
    [tr | len tr <= n && abs_trace tr d k] |}]
  [@@measure n]
end
