(* Even numbers, and a matrix. *)
(* expect: valid *)
(* level: 1 *)
let even = QCheck.Gen.(map (fun n -> 2 * n) (int_range 0 50))
[@@covers {| [v:int | 0 <= v && v <= 100 && v mod 2 = 0] |}]
let matrix = QCheck.Gen.(list_repeat 2 (list_repeat 2 (int_range 0 1)))
[@@covers {| [v:int list list | v = [[0; 1]; [1; 0]]] |}]
