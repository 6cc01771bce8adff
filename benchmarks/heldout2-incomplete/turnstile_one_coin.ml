(* A coin is never followed by a coin. *)
(* expect: rejected *)
(* level: 3 *)
(* missing: trace 2 false => [ Coin; Coin ] *)
open Covenant_runtime

type event = Coin | Push

let[@predicate] rec legal (l : event list) (unlocked : bool) : bool =
  match l with
  | [] -> true
  | Coin :: rest -> legal rest true
  | Push :: rest -> unlocked && legal rest false

let rec trace (n : int) (unlocked : bool) : event list =
  if n = 0 then []
  else begin
    if bool_gen () then []
    else if unlocked && bool_gen () then Push :: trace (n - 1) false
    else if unlocked then err ()
    else Coin :: trace (n - 1) true
  end
[@@covers {| n:{v:int | 0 <= v} -> unlocked:{v:bool | true} ->
  [v:event list | legal v unlocked && len v <= n] |}]
