(* Every type with at most [size] arrows, and every type. *)
(* expect: valid *)
open Covenant_runtime

type ty = Ty_nat | Ty_arr of ty * ty

(* How many arrows a type has. *)
let[@predicate] rec arrows (t : ty) : int =
  match t with Ty_nat -> 0 | Ty_arr (a, b) -> 1 + arrows a + arrows b

let[@lemma] arrows_nonneg (t : ty) = 0 <= arrows t

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
