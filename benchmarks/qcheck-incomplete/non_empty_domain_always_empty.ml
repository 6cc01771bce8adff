(* The map is left empty. *)
(* expect: rejected *)
(* missing: domain () => { entries = [(true, Bottom)]; result = Bottom } *)
type value = Bottom | Known of bool
type domain = { entries : (bool * value) list; result : value }

let value = QCheck.Gen.(oneof [ return Bottom; map (fun b -> Known b) bool ])

let domain = QCheck.Gen.map (fun result -> { entries = []; result }) value
[@@covers {| [v:domain | len v.entries <= 2] |}]
