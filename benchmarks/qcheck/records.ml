(* A record, field by field. *)
(* expect: valid *)
(* level: 1 *)
type shape = { sides : int; filled : bool }

let shape = QCheck.Gen.((fun sides filled -> { sides; filled }) <$> int_range 3 6 <*> bool)
[@@covers {| [v:shape | 3 <= v.sides && v.sides <= 6] |}]
