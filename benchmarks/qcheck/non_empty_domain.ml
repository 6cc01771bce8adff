(* A map with entries. *)
(* expect: valid *)
(* level: 3 *)
type value = Bottom | Known of bool
type domain = { entries : (bool * value) list; result : value }

let value = QCheck.Gen.(oneof [ return Bottom; map (fun b -> Known b) bool ])

let domain =
  QCheck.Gen.(
    map2
      (fun entries result -> { entries; result })
      (list_size (0 -- 2) (pair bool value))
      value)
[@@covers {| [v:domain | len v.entries <= 2] |}]
