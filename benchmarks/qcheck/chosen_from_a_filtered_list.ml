(* An element of a list that is computed. *)
(* expect: valid *)
(* level: 2 *)
type level = Low | Middle | High

let g =
  let open QCheck.Gen in
  let* calm = bool in
  oneofl (List.filter (fun level -> if calm then level = Low else true) [ Low; Middle; High ])
[@@covers {| [v:level | true] |}]
