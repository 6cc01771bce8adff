(* A field is always the same. *)
(* expect: rejected *)
(* missing: shape () => { sides = 3; filled = false } *)
type shape = { sides : int; filled : bool }

let shape = QCheck.Gen.(map (fun sides -> { sides; filled = true }) (int_range 3 6))
[@@covers {| [v:shape | 3 <= v.sides && v.sides <= 6] |}]
