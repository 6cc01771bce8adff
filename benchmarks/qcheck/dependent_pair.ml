(* The second depends on the first. *)
(* expect: valid *)
(* level: 1 *)
open QCheck.Gen

let p = int_range 0 10 >>= fun n -> map (fun m -> (n, m)) (int_range 0 n)
[@@covers {| [v:int * int | 0 <= snd v && snd v <= fst v && fst v <= 10] |}]
