(* Sessions of users; an administrator always has a token. *)
(* expect: valid *)
(* level: 1 *)
open Covenant_runtime

type session = { user : string; token : int option; admin : bool }

let[@predicate] authorised (s : session) : bool =
  match s.token with None -> not s.admin | Some t -> 0 < t

let session (admin : bool) : session =
  let fresh () = Some (1 + nat_gen ()) in
  let user = string_gen () in
  let token = if admin then fresh () else if bool_gen () then fresh () else None in
  { user; token; admin }
[@@covers {| admin:{v:bool | true} -> [v:session | v.admin = admin && authorised v] |}]
