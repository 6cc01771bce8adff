(* Insertion that does not compare.
   expect: found: insert 0 [1] returns [1; 0] *)

let rec insert (x : int) (l : int list) : int list =
  match l with [] -> [ x ] | y :: rest -> y :: insert x rest
[@@covers {| x:int -> l:{v:int list | sorted v} -> {v:int list | sorted v && len v = len l + 1} |}]
