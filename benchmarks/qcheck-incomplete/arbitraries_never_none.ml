(* Mapped to `Some`. *)
(* expect: rejected *)
(* missing: a () => (0, None) *)
open QCheck

let a = map (fun (n, b) -> (n, Some b)) (pair small_nat bool)
[@@covers {| [v:int * bool option | 0 <= fst v && fst v <= 99] |}]
