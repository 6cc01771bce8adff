(* A command per number. *)
(* expect: valid *)
(* level: 2 *)
type command = Push of int | Pop | Clear

let command =
  QCheck.Gen.(
    int_range 0 2 >>= fun kind ->
    match kind with 0 -> map (fun n -> Push n) nat | 1 -> return Pop | _ -> return Clear)
[@@covers {| [v:command | forall n:int. v = Push n ==> 0 <= n && n <= 9999] |}]
