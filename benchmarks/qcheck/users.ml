(* A record from pairs. *)
(* expect: valid *)
(* level: 2 *)
type role = Admin | Member | Guest
type user = { name : string; age : int; role : role; tags : string list }
let gen_name = QCheck.Gen.oneofl [ "alice"; "bob"; "carol" ]
let gen_user =
  QCheck.Gen.(
    map
      (fun ((name, age), (role, tags)) -> { name; age; role; tags })
      (pair (pair gen_name (int_range 0 120)) (pair (oneofl [ Admin; Member; Guest ]) (small_list (return "t")))))
[@@covers {| [v:user | (v.name = "alice" || v.name = "bob") && 0 <= v.age && v.age <= 120 && v.tags = []] |}]
