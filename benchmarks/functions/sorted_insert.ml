(* Insertion into a sorted list.
   expect: none found: insert *)

let rec insert (x : int) (l : int list) : int list =
  match l with
  | [] -> [ x ]
  | y :: rest -> if x <= y then x :: y :: rest else y :: insert x rest
[@@covers {|
  x:int -> l:{v:int list | sorted v} ->
  {v:int list | sorted v && len v = len l + 1 && forall u:int. mem v u <=> (u = x || mem l u)}
|}]
