(* The helper promises nothing for a negative size, and [size - 1] is one when [size]
   is 0. *)
(* expect: rejected *)
(* missing: short_list 0 => [] *)
open Covenant_runtime

let rec list_upto (size : int) : int list =
  if size < 0 then err ()
  else if size = 0 then []
  else if bool_gen () then []
  else int_gen () :: list_upto (size - 1)
[@@covers {| size:{v:int | 0 <= v} -> [v:int list | len v <= size] |}]
[@@measure size]

let short_list (size : int) : int list = list_upto (size - 1)
[@@covers {| size:{v:int | 0 <= v} -> [v:int list | len v = 0] |}]
