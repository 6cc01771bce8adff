(* That each value is not below the one it is made from keeps no order.
   expect: found: map (function 0 -> 2 | 1 -> 1 | _ -> assert false) [0; 1] returns [2; 1] *)

let rec map (f : int -> int) (l : int list) : int list =
  match l with [] -> [] | x :: rest -> f x :: map f rest
[@@covers {| f:(x:int -> {v:int | x <= v}) -> l:{v:int list | sorted v} -> {v:int list | sorted v} |}]
