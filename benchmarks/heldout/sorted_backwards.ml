(* Every ascending list of [size] elements, made from the back: the tail first, then a
   head that is not above it. *)
(* expect: valid *)
(* level: 3 *)
open Covenant_runtime

let rec sorted_list (size : int) : int list =
  if size = 0 then []
  else
    match sorted_list (size - 1) with
    | [] -> [ int_gen () ]
    | next :: rest -> (next - nat_gen ()) :: next :: rest
[@@covers {| size:{v:int | 0 <= v} -> [v:int list | len v = size && sorted v] |}]
[@@measure size]
