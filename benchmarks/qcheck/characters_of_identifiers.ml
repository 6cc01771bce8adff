(* Classes of characters. *)
(* expect: valid *)
(* level: 2 *)
open QCheck.Gen

let digit = char_range '0' '9'
let lower = char_range 'a' 'z'

let ident_char = oneof [ lower; char_range 'A' 'Z'; digit; return '_' ]
[@@covers {| [v:char | ('a' <= v && v <= 'z') || v = '_' || ('0' <= v && v <= '9') || ('A' <= v && v <= 'Z')] |}]
