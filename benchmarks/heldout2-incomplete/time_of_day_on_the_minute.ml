(* The seconds repeat the minutes. *)
(* expect: rejected *)
(* level: 1 *)
(* missing: time_of_day () => (0, 0, 1) *)
open Covenant_runtime

let[@predicate] time_ok (t : int * int * int) : bool =
  match t with h, m, s -> 0 <= h && h < 24 && 0 <= m && m < 60 && 0 <= s && s < 60

let time_of_day () : int * int * int =
  let sixty () = int_range 0 59 in
  let m = sixty () in
  (int_range 0 23, m, m)
[@@covers {| M [v:int * int * int | time_ok v] |}]
