(* No nine. *)
(* expect: rejected *)
(* missing: c () => '9' *)
open QCheck.Gen
let c = oneof [ char_range 'a' 'z'; char_range '0' '8' ]
[@@covers {| [v:char | ('a' <= v && v <= 'z') || ('0' <= v && v <= '9')] |}]
