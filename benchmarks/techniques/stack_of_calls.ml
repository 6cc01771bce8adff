(* A list of booleans built onto what is there already; that something was added in front
   needs induction on the result. *)
(* expect: valid *)
open Covenant_runtime

let[@predicate] rec extends (l : bool list) (base : bool list) : bool =
  l = base || (match l with [] -> false | _ :: t -> extends t base)

let rec push_some (base : bool list) (n : int) : bool list =
  if n <= 0 then base else if bool_gen () then base else push_some (bool_gen () :: base) (n - 1)
[@@covers {| base:{v:bool list | true} -> n:{v:int | 0 <= v} ->
  [v:bool list | extends v base && len v <= len base + n] |}]
[@@measure n]
