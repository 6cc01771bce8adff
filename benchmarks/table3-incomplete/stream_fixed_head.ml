(* Every element is zero. *)
(* expect: rejected *)
(* missing: stream_upto 1 => Streamlazycons (1, Lazyty Streamnil) *)
open Covenant_runtime

let rec stream_upto (size : int) : int stream =
  if size = 0 then Streamnil
  else if bool_gen () then Streamnil
  else
    let rest = stream_upto (size - 1) in
    Streamlazycons (0, Lazyty rest)
[@@covers {| size:{v:int | 0 <= v} -> [v:int stream | stream_len v <= size] |}]
[@@measure size]
