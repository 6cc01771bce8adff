(* The third is the first. *)
(* expect: rejected *)
(* missing: p () => (true, true, false) *)
let p = QCheck.Gen.(map2 (fun a b -> (a, b, a)) bool bool)
[@@covers {| [v:bool * bool * bool | true] |}]
