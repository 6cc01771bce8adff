(* The recursion gives up two levels at once, so that odd lengths are missing where even ones
   were asked for. *)
(* expect: rejected *)
(* missing: lists 1 () => [ 0 ] *)
open Covenant_runtime

let rec lists (n : int) () : int list =
  if n <= 1 then []
  else if bool_gen () then []
  else
    let x = int_gen () in
    let y = int_gen () in
    let rest = lists (n - 2) () in
    x :: y :: rest
[@@covers {| n:{v:int | 0 <= v} -> M [v:int list | len v <= n] |}]
[@@measure n]
