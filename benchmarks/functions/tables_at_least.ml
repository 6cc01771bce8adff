(* What a function can return *at least* is not all that it returns.
   expect: found: once (function 0 -> -1 | _ -> assert false) 0 returns -1 *)

let once (f : int -> int) (x : int) : int = f x
[@@covers {| f:(y:int -> [v:int | 0 <= v]) -> x:int -> {v:int | 0 <= v} |}]
