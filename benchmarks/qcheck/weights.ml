(* A choice with weights. *)
(* expect: valid *)
(* level: 1 *)
type answer = Yes | No | Perhaps

let answer = QCheck.Gen.(frequency [ (5, return Yes); (2, return No); (1, return Perhaps) ])
[@@covers {| [v:answer | true] |}]
