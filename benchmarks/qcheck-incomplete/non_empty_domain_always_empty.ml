(* The map is left empty. *)
(* expect: rejected *)
(* missing: domain () => { entries = [(0, Bottom)]; result = Bottom } *)
type value = Bottom | Known of bool
type domain = { entries : (int * value) list; result : value }

let value = QCheck.Gen.(oneof [ return Bottom; map (fun b -> Known b) bool ])

let domain = QCheck.Gen.map (fun result -> { entries = []; result }) value
[@@covers {| [v:domain | len v.entries <= 2 && (forall e:int * value. mem v.entries e ==> 0 <= fst e && fst e <= 1)] |}]
