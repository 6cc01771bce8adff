(* The colour after cyan is always magenta. *)
(* expect: rejected *)
(* missing: other_colour Cyan => Black *)
(* missing: beads 1 Cyan => [ Black ] *)
open Covenant_runtime

type colour = Cyan | Magenta | Black

let[@predicate] rec beads_differ (before : colour) (l : colour list) : bool =
  match l with [] -> true | c :: rest -> c <> before && beads_differ c rest

let other_colour (c : colour) : colour =
  match c with
  | Cyan -> Magenta
  | Magenta -> if bool_gen () then Cyan else Black
  | Black -> if bool_gen () then Cyan else Magenta
[@@covers {| c:{v:colour | true} -> [v:colour | v <> c] |}]

let rec beads (size : int) (before : colour) : colour list =
  if size = 0 then []
  else
    let c = other_colour before in
    c :: beads (size - 1) c
[@@covers {|
  size:{v:int | 0 <= v} -> before:{v:colour | true} ->
  [v:colour list | len v = size && beads_differ before v]
|}]
[@@measure size]
