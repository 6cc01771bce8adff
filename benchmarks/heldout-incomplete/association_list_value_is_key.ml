(* The value is always the key. *)
(* expect: rejected *)
(* missing: association_list 1 => [ (0, 1) ] *)
open Covenant_runtime

let[@predicate] rec has_key (l : (int * int) list) (k : int) : bool =
  match l with [] -> false | (k', _) :: t -> k' = k || has_key t k

let[@predicate] rec distinct_keys (l : (int * int) list) : bool =
  match l with
  | [] -> true
  | (k, _) :: t -> (not (has_key t k)) && distinct_keys t

let rec association_list (size : int) : (int * int) list =
  if size = 0 then []
  else
    let rest = association_list (size - 1) in
    let key = int_gen () in
    if has_key rest key then err () else (key, key) :: rest
[@@covers {|
  size:{v:int | 0 <= v} -> [v:(int * int) list | len v = size && distinct_keys v]
|}]
[@@measure size]
