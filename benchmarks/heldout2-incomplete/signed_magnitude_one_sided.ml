(* Only half of the range is drawn. *)
(* expect: rejected *)
(* level: 2 *)
(* missing: signed 1 => Negative 1 *)
open Covenant_runtime

type signed = Negative of int | Zero | Positive of int

let[@predicate] magnitude (s : signed) : int =
  match s with Negative k -> k | Zero -> 0 | Positive k -> k

let[@predicate] proper (s : signed) : bool =
  match s with Negative k | Positive k -> 1 <= k | Zero -> true

let signed (n : int) : signed =
  match int_range 0 n with
  | 0 -> Zero
  | k when k < 0 -> Negative (0 - k)
  | k -> Positive k
[@@covers {| n:{v:int | 0 <= v} -> [v:signed | proper v && magnitude v <= n] |}]
