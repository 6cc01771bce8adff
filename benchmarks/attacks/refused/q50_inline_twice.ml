(* class: an inline record that is declared twice *)
type a = P of { x : int; y : int }
type b = P of { y : int; x : int }
let g = QCheck.Gen.(map2 (fun x y -> P { x; y }) (int_range 0 1) (int_range 5 6))
[@@covers {| [v:b | true] |}]
