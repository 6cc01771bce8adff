(* Both are the same. *)
(* expect: rejected *)
(* missing: p () => (1, 0) *)
let p =
  let open QCheck2.Gen in
  let* n = int_range 0 3 in
  return (n, n)
[@@covers {| [v:int * int | 0 <= snd v && snd v <= fst v && fst v <= 3] |}]
