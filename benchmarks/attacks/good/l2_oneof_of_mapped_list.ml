(* Generators made from a list that is computed, all of which can be built. *)
open QCheck.Gen

let g =
  let* b = bool in
  oneof (List.map (fun i -> map (fun n -> n + i) (int_bound 2)) (List.filter (fun n -> n > 0 || b) [ 0; 3 ]))
[@@covers {| [v:int | 0 <= v && v <= 5] |}]
