(* Every even integer, without a size: what gets smaller is the distance from 0, which is not
   stated. *)
(* expect: valid *)
open Covenant_runtime

let rec even () : int =
  if bool_gen () then 0 else if bool_gen () then even () + 2 else even () - 2
[@@covers {| u:{v:unit | true} -> [v:int | v mod 2 = 0] |}]

let rec at_most_ten () : int = if bool_gen () then 10 else at_most_ten () - 1
[@@covers {| u:{v:unit | true} -> [v:int | v <= 10] |}]
