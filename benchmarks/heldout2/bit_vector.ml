(* Bits of a given width, with a parity that is computed from them. *)
(* expect: valid *)
(* level: 2 *)
open Covenant_runtime

let[@predicate] rec parity (l : bool list) : bool =
  match l with [] -> false | b :: t -> if b then not (parity t) else parity t

let rec bits (width : int) : bool list =
  if width = 0 then [] else bool_gen () :: bits (width - 1)
[@@covers {| width:{v:int | 0 <= v} -> [v:bool list | len v = width] |}]

let with_parity (width : int) : bool list * bool =
  let b = bits width in
  (b, parity b)
[@@covers {| width:{v:int | 0 <= v} ->
  [v:bool list * bool | len (fst v) = width && snd v = parity (fst v)] |}]
