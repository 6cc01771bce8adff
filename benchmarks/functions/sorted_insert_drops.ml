(* Insertion that forgets to go on.
   expect: found: insert 0 [-1] returns [-1] *)

let rec insert (x : int) (l : int list) : int list =
  match l with
  | [] -> [ x ]
  | y :: rest -> if x <= y then x :: y :: rest else y :: rest
[@@covers {| x:int -> l:{v:int list | sorted v} -> {v:int list | sorted v && len v = len l + 1} |}]
