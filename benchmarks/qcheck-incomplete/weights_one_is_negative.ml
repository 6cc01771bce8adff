(* A negative weight hides what follows it. *)
(* expect: rejected *)
(* missing: answer () => Perhaps *)
type answer = Yes | No | Perhaps

let answer = QCheck.Gen.(frequency [ (2, return Yes); (-1, return No); (1, return Perhaps) ])
[@@covers {| [v:answer | true] |}]
