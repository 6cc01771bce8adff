(* A function that calls itself for ever returns nothing, hence not 3; the call is
   not at a smaller measure. *)
(* expect: rejected *)
(* missing: loop 0 => 3 *)

let rec loop (n : int) : int = loop n
[@@covers {| n:{v:int | 0 <= v} -> [v:int | v = 3] |}]
[@@measure n]
