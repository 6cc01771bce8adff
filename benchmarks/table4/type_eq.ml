(* The equality test of types, as a generator of one boolean. *)
(* expect: valid *)
open Covenant_runtime

type ty = Ty_nat | Ty_arr of ty * ty

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
