(* A new head is below the next element, never equal to it. *)
(* expect: rejected *)
(* missing: sorted_list 2 => [ 0; 0 ] *)
open Covenant_runtime

let rec sorted_list (size : int) : int list =
  if size = 0 then []
  else
    match sorted_list (size - 1) with
    | [] -> [ int_gen () ]
    | next :: rest -> (next - 1 - nat_gen ()) :: next :: rest
[@@covers {| size:{v:int | 0 <= v} -> [v:int list | len v = size && sorted v] |}]
[@@measure size]
