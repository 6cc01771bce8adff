(* `==` and `!=` compare addresses. What that says of lists, pairs or strings depends on the
   compiler: `ocamlc` builds `[ 1 ]` twice and finds the two different, `ocamlopt` may build it
   once. Only values without an address are what they look like. *)
(* expect: declined *)
(* declined: of_lists *)
(* declined: of_pairs *)
(* declined: of_records *)
(* declined: of_strings *)
(* declined: of_floats *)
(* declined: of_anything *)
(* declined: by_section *)
(* declined: by_predicate *)
(* declined: of_itself *)
open Covenant_runtime

type point = { x : int; y : int }
type colour = Red | Green | Blue

let of_lists (n : int) : int = if [ n ] == [ n ] then n else err ()
[@@covers {| n:{v:int | true} -> [v:int | v = n] |}]

let of_pairs (n : int) : int = if (n, n) != (n, n) then err () else n
[@@covers {| n:{v:int | true} -> [v:int | v = n] |}]

let of_records (n : int) : int = if { x = n; y = n } == { x = n; y = n } then n else err ()
[@@covers {| n:{v:int | true} -> [v:int | v = n] |}]

let of_strings () : int = if "a" == "a" then 1 else err ()
[@@covers {| M [v:int | v = 1] |}]

let of_floats () : int = if 1.5 == 1.5 then 1 else err ()
[@@covers {| M [v:int | v = 1] |}]

let same a b = a == b

let of_anything (n : int) : int = if same (Some n) (Some n) then n else err ()
[@@covers {| n:{v:int | true} -> [v:int | v = n] |}]

let by_section (n : int) : int =
  let compare_them = ( == ) in
  if compare_them (Some n) (Some n) then n else err ()
[@@covers {| n:{v:int | true} -> [v:int | v = n] |}]

let[@predicate] is_empty_at_address (l : int list) (m : int list) : bool = l == m

let by_predicate (n : int) : int = if is_empty_at_address [ n ] [ n ] then n else err ()
[@@covers {| n:{v:int | true} -> [v:int | v = n] |}]

(* Even where OCaml's answer does not depend on the compiler. *)
let of_itself (n : int) : int =
  let pair = (n, n) in
  if pair == pair then n else err ()
[@@covers {| n:{v:int | true} -> [v:int | v = n] |}]

let of_integers (n : int) : int = if n == 0 || n != 1 then n else 1
[@@covers {| n:{v:int | true} -> [v:int | v = n] |}]

let of_constants (c : colour) (l : int list) : int =
  if (c == Red || c != Blue) && l == [] && 'a' == 'a' && true == true && () == () then 1 else 0
[@@covers {| c:{v:colour | v = Green} -> l:{v:int list | len v = 0} -> [v:int | v = 1] |}]

let in_a_claim (n : int) : int list = [ n ]
[@@covers {| n:{v:int | true} -> [v:int list | v == n :: []] |}]
