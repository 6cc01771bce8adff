(* Stream: every lazy list of at most [size] elements. *)
(* expect: valid *)
open Covenant_runtime

let rec stream_upto (size : int) : int stream =
  if size = 0 then Streamnil
  else if bool_gen () then Streamnil
  else
    let head = int_gen () in
    let rest = stream_upto (size - 1) in
    Streamlazycons (head, Lazyty rest)
[@@covers {| size:{v:int | 0 <= v} -> [v:int stream | stream_len v <= size] |}]
[@@measure size]
