(* The other way round. *)
(* expect: rejected *)
(* missing: l () => [0; 2] *)
open QCheck.Gen

let l = flatten_l [ int_range 2 3; int_range 0 1 ]
[@@covers {| [v:int list | exists a:int. exists b:int. v = [a; b] && 0 <= a && a <= 1 && 2 <= b && b <= 3] |}]
