(* Coefficients are one or minus one; the helper's claim fails already. *)
(* expect: rejected *)
(* missing: nonzero () => 2 *)
(* missing: polynomial 1 => Term (2, 0, Zero) *)
open Covenant_runtime

type polynomial = Zero | Term of int * int * polynomial

let[@predicate] rec degree_below (p : polynomial) (bound : int) : bool =
  match p with
  | Zero -> true
  | Term (coefficient, exponent, rest) ->
      coefficient <> 0 && 0 <= exponent && exponent < bound
      && degree_below rest exponent

let nonzero () : int =
  let n = int_range (-1) 1 in
  if n = 0 then err () else n
[@@covers {| M [v:int | v <> 0] |}]

let rec polynomial (bound : int) : polynomial =
  if bound = 0 then Zero
  else if bool_gen () then Zero
  else
    let exponent = int_range 0 (bound - 1) in
    let coefficient = nonzero () in
    Term (coefficient, exponent, polynomial exponent)
[@@covers {| bound:{v:int | 0 <= v} -> [v:polynomial | degree_below v bound] |}]
[@@measure bound]
