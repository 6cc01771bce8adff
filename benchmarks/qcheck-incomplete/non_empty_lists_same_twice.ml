(* Both elements are the same. *)
(* expect: rejected *)
(* missing: non_empty_list () => [0; 1] *)
open QCheck
let non_empty_list = Gen.(map (fun x -> [ x; x ]) int)
[@@covers {| [v:int list | len v = 2] |}]
