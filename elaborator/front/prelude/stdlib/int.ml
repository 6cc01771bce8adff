
(* --- the module Int --- *)

(* Which of two integers is larger: -1, 0 or 1. *)
let[@predicate] compare (a : int) (b : int) : int = if a < b then -1 else if a = b then 0 else 1

(* Two integers are the same. *)
let[@predicate] equal (a : int) (b : int) : bool = a = b

let[@predicate] abs = abs
let[@predicate] succ = succ
let[@predicate] pred = pred
let[@predicate] min = min
let[@predicate] max = max

(* The sum. *)
let[@predicate] add (a : int) (b : int) : int = a + b

(* The difference. *)
let[@predicate] sub (a : int) (b : int) : int = a - b

(* The product. *)
let[@predicate] mul (a : int) (b : int) : int = a * b

(* The negation. *)
let[@predicate] neg (a : int) : int = 0 - a
