(* An element that is there already is not inserted again. *)
(* expect: rejected *)
(* level: 4 *)
(* missing: sorted_list 2 => [ 0; 0 ] *)
open Covenant_runtime

let[@predicate] rec insert (x : int) (l : int list) : int list =
  match l with
  | [] -> [ x ]
  | y :: rest -> if x = y then l else if x < y then x :: l else y :: insert x rest

let rec sorted_list (n : int) : int list =
  match n with
  | 0 -> []
  | _ ->
      let rest = sorted_list (n - 1) in
      insert (int_gen ()) rest
[@@covers {| n:{v:int | 0 <= v} -> [v:int list | sorted v && len v = n] |}]
