(* The branch that stops early is gone: only streams of exactly [size] elements. *)
(* expect: rejected *)
(* missing: stream_upto 1 => Streamnil *)
open Covenant_runtime

let rec stream_upto (size : int) : int stream =
  if size = 0 then Streamnil
  else
    let head = int_gen () in
    let rest = stream_upto (size - 1) in
    Streamlazycons (head, Lazyty rest)
[@@covers {| size:{v:int | 0 <= v} -> [v:int stream | stream_len v <= size] |}]
[@@measure size]
