(* The smaller one comes first. *)
(* expect: rejected *)
(* missing: p () => (1, 0) *)
open QCheck.Gen

let p =
  let+ x = 0 -- 3 and+ y = 0 -- 3 in
  if x <= y then (x, y) else (y, x)
[@@covers {| [v:int * int | 0 <= fst v && fst v <= 3 && 0 <= snd v && snd v <= 3] |}]
