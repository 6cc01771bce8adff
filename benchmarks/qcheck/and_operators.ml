(* Two draws at once. *)
(* expect: valid *)
(* level: 1 *)
open QCheck.Gen

let p =
  let+ x = 0 -- 3 and+ y = 0 -- 3 in
  (x, y)
[@@covers {| [v:int * int | 0 <= fst v && fst v <= 3 && 0 <= snd v && snd v <= 3] |}]
