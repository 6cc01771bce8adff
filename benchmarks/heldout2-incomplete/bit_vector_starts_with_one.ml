(* The first bit is set. *)
(* expect: rejected *)
(* level: 2 *)
(* missing: with_parity 1 => ([ false ], false) *)
open Covenant_runtime

let[@predicate] rec parity (l : bool list) : bool =
  match l with [] -> false | b :: t -> if b then not (parity t) else parity t

let rec bits (width : int) : bool list =
  if width = 0 then [] else bool_gen () :: bits (width - 1)
[@@covers {| width:{v:int | 0 <= v} -> [v:bool list | len v = width] |}]

let with_parity (width : int) : bool list * bool =
  let b = match bits width with [] -> [] | _ :: t -> true :: t in
  (b, parity b)
[@@covers {| width:{v:int | 0 <= v} ->
  [v:bool list * bool | len (fst v) = width && snd v = parity (fst v)] |}]
