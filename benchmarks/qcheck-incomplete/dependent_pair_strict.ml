(* The second is never the first. *)
(* expect: rejected *)
(* missing: p () => (0, 0) *)
open QCheck.Gen

let p = int_range 1 10 >>= fun n -> map (fun m -> (n, m)) (int_range 0 (n - 1))
[@@covers {| [v:int * int | 0 <= snd v && snd v <= fst v && fst v <= 10] |}]
