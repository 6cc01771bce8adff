(* A version that is newer than a given one, in the order of its three numbers. *)
(* expect: valid *)
(* level: 2 *)
open Covenant_runtime

type version = { major : int; minor : int; patch : int }

let[@predicate] valid (x : version) : bool = 0 <= x.major && 0 <= x.minor && 0 <= x.patch

let[@predicate] newer (x : version) (y : version) : bool =
  if x.major = y.major then
    if x.minor = y.minor then x.patch > y.patch else x.minor > y.minor
  else x.major > y.major

let upgrade (old : version) : version =
  match int_range 0 2 with
  | 0 -> { old with patch = old.patch + 1 + nat_gen () }
  | 1 -> { old with minor = old.minor + 1 + nat_gen (); patch = nat_gen () }
  | _ -> { major = old.major + 1 + nat_gen (); minor = nat_gen (); patch = nat_gen () }
[@@covers {| old:{v:version | valid v} -> [v:version | valid v && newer v old] |}]
