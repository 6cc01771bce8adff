(* A weight of 0 is never drawn. *)
(* expect: rejected *)
(* missing: answer () => No *)
type answer = Yes | No | Perhaps

let answer = QCheck.Gen.(frequency [ (5, return Yes); (0, return No); (1, return Perhaps) ])
[@@covers {| [v:answer | true] |}]
