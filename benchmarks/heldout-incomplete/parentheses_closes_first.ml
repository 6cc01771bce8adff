(* Where something is open it is closed at once: nothing is nested. *)
(* expect: rejected *)
(* missing: parentheses 4 0 => [ Open; Open; Close; Close ] *)
open Covenant_runtime

type paren = Open | Close

let[@predicate] rec closes (l : paren list) (pending : int) : bool =
  match l with
  | [] -> pending = 0
  | Open :: t -> closes t (pending + 1)
  | Close :: t -> 0 < pending && closes t (pending - 1)

let rec parentheses (size : int) (pending : int) : paren list =
  if size = 0 then if pending = 0 then [] else err ()
  else if 0 < pending then Close :: parentheses (size - 1) (pending - 1)
  else Open :: parentheses (size - 1) (pending + 1)
[@@covers {|
  size:{v:int | 0 <= v} -> pending:{v:int | 0 <= v} ->
  [v:paren list | len v = size && closes v pending]
|}]
[@@measure size]
