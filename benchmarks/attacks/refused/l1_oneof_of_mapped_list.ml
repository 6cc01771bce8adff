(* class: building moved *)
open QCheck.Gen

(* One of the generators raises when it is built, whichever is drawn. *)
let g =
  let* b = bool in
  oneof (List.map (fun i -> int_range i 3) (List.filter (fun n -> n > 0 || b) [ 1; 5 ]))
[@@covers {| [v:int | 1 <= v && v <= 3] |}]
