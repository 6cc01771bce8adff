(* One branch ends, the other calls itself at the same size: what the call is said to
   return cannot be used to justify what it returns. *)
(* expect: rejected *)
(* missing: stuck 1 => [0; 0] *)
open Covenant_runtime

let rec stuck (size : int) : int list =
  if size = 0 then []
  else if bool_gen () then [ int_gen () ]
  else stuck size
[@@covers {| size:{v:int | 0 <= v} -> [v:int list | len v <= size + 1] |}]
[@@measure size]
