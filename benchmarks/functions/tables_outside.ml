(* Where the type of a function says nothing of it, it may return anything.
   expect: found: apply (function -1 -> -1 | _ -> assert false) (-1) returns -1 *)

let apply (f : int -> int) (x : int) : int = f x
[@@covers {| f:(y:{v:int | 0 <= v} -> {v:int | 0 <= v}) -> x:int -> {v:int | 0 <= v} |}]
