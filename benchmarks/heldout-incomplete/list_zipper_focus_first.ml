(* The focus is always on the first element. *)
(* expect: rejected *)
(* missing: zipper 2 => { left = [ 0 ]; focus = 0; right = [] } *)
open Covenant_runtime

type zipper = { left : int list; focus : int; right : int list }

let rec list_upto (size : int) : int list =
  if size = 0 then []
  else if bool_gen () then []
  else int_gen () :: list_upto (size - 1)
[@@covers {| size:{v:int | 0 <= v} -> [v:int list | len v <= size] |}]
[@@measure size]

let zipper (size : int) : zipper =
  let left = [] in
  let focus = int_gen () in
  let right = list_upto (size - 1 - len left) in
  { left; focus; right }
[@@covers {|
  size:{v:int | 1 <= v} -> [v:zipper | len v.left + 1 + len v.right <= size]
|}]
