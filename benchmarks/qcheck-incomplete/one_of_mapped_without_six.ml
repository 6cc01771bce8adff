(* The list that is computed never has the number from which the last values are made. *)
(* expect: rejected *)
(* missing: g () => 6 *)
open QCheck.Gen

let g =
  let* small = bool in
  oneof (List.map (fun base -> map (fun n -> base + n) (int_bound 2)) (List.filter (fun n -> small && n < 5) [ 0; 3; 6 ]))
[@@covers {| [v:int | 0 <= v && v <= 8] |}]
