(* Binding operators of QCheck2. *)
(* expect: valid *)
(* level: 1 *)
let p =
  let open QCheck2.Gen in
  let* n = int_range 0 3 in
  let* m = int_range 0 n in
  return (n, m)
[@@covers {| [v:int * int | 0 <= snd v && snd v <= fst v && fst v <= 3] |}]
