(* Terms with pairs and projections, of a given type: the component that is dropped may
   have any type. *)
(* expect: valid *)
(* level: 4 *)
open Covenant_runtime

type ty = Int | Bool | Pair of ty * ty

type term =
  | Num of int
  | Truth of bool
  | Both of term * term
  | First of term
  | Second of term
  | If of term * term * term

let[@predicate] rec nodes (t : ty) : int =
  match t with Int | Bool -> 1 | Pair (a, b) -> 1 + nodes a + nodes b

let[@predicate] rec height (e : term) : int =
  match e with
  | Num _ | Truth _ -> 0
  | First a | Second a -> 1 + height a
  | Both (a, b) -> 1 + max (height a) (height b)
  | If (c, a, b) -> 1 + max (height c) (max (height a) (height b))

let[@predicate] rec type_of (e : term) : ty option =
  match e with
  | Num _ -> Some Int
  | Truth _ -> Some Bool
  | Both (a, b) -> (
      match type_of a, type_of b with Some s, Some t -> Some (Pair (s, t)) | _ -> None)
  | First a -> (match type_of a with Some (Pair (s, _)) -> Some s | _ -> None)
  | Second a -> (match type_of a with Some (Pair (_, t)) -> Some t | _ -> None)
  | If (c, a, b) -> if type_of c = Some Bool && type_of a = type_of b then type_of a else None

let rec any_type () : ty =
  match int_range 0 2 with
  | 0 -> Int
  | 1 -> Bool
  | _ ->
      let left = any_type () in
      let right = any_type () in
      Pair (left, right)
[@@covers {| M [v:ty | true] |}]
[@@rank nodes v]

let literal (t : ty) : term =
  match t with Int -> Num (int_gen ()) | Bool -> Truth (bool_gen ()) | Pair _ -> err ()
[@@covers {| t:{v:ty | true} -> [v:term | height v = 0 && type_of v = Some t] |}]

let rec term (n : int) (t : ty) : term =
  if n = 0 then literal t
  else
    match int_range 0 4 with
    | 0 -> literal t
    | 1 -> (
        match t with
        | Pair (a, b) -> Both (term (n - 1) a, term (n - 1) b)
        | Int | Bool -> err ())
    | 2 -> First (term (n - 1) (Pair (t, any_type ())))
    | 3 -> Second (term (n - 1) (Pair (any_type (), t)))
    | _ ->
        let condition = term (n - 1) Bool in
        If (condition, term (n - 1) t, term (n - 1) t)
[@@covers {| n:{v:int | 0 <= v} -> t:{v:ty | true} ->
  [v:term | height v <= n && type_of v = Some t] |}]
