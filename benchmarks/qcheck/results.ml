(* A result, or one of several errors. *)
(* expect: valid *)
(* level: 2 *)
open QCheck.Gen
type error = Not_found | Denied of int
let err_gen = oneof [ return Not_found; map (fun c -> Denied c) (int_range 400 499) ]
let res = oneof [ map (fun n -> Ok n) nat; map (fun e -> Error e) err_gen ]
[@@covers {| [v:(int, error) result | v = Error Not_found || (exists n:int. v = Ok n && 0 <= n && n <= 9999) || (exists c:int. v = Error (Denied c) && 400 <= c && c <= 499)] |}]
