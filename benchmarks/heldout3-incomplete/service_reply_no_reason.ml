(* An error never says why. *)
(* expect: rejected *)
(* level: 1 *)
(* missing: reply () => Error "a" *)
open Covenant_runtime

type ('a, 'e) result = Ok of 'a | Error of 'e

let[@predicate] acceptable (r : (int, string) result) : bool =
  match r with Ok x -> 0 <= x && x mod 2 = 0 | Error _ -> true

let reply () : (int, string) result =
  if bool_gen () then Ok (2 * nat_gen ()) else Error ""
[@@covers {| M [v:(int, string) result | acceptable v] |}]
