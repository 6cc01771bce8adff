(* The last coefficient is one. *)
(* expect: rejected *)
(* level: 3 *)
(* missing: polynomial 1 => [ 2 ] *)
open Covenant_runtime

let[@predicate] rec normal (p : int list) : bool =
  match p with [] -> true | [ c ] -> c <> 0 | _ :: rest -> normal rest

let rec polynomial (n : int) : int list =
  if n = 0 || bool_gen () then []
  else
    let rest = polynomial (n - 1) in
    let c = int_gen () in
    match rest with
    | [] -> [ 1 ]
    | _ -> c :: rest
[@@covers {| n:{v:int | 0 <= v} -> [v:int list | normal v && len v <= n] |}]
