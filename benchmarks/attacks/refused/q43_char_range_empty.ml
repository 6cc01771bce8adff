(* class: a range that raises when it is built *)
let g = QCheck.Gen.(oneof [ return 'a'; char_range 'z' 'a' ])
[@@covers {| [v:char | v = 'a'] |}]
