(* One role never occurs. *)
(* expect: rejected *)
(* missing: gen_user () => { name = "bob"; age = 0; role = Guest } *)
type role = Admin | Member | Guest
type user = { name : string; age : int; role : role }
let gen_user =
  QCheck.Gen.(
    let+ name = oneofl [ "alice"; "bob" ]
    and+ age = int_range 0 120
    and+ role = oneofl [ Admin; Member ] in
    { name; age; role })
[@@covers {| [v:user | v.name = "bob" && 0 <= v.age && v.age <= 120] |}]
