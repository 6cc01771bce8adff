(* class: unclosed comment *)
(* never: false *)
(*
let f () : bool = true [@@covers {| unit -> [v:bool | true] |}]
