(* Three steps after which a door is locked, without those in which somebody knocks. *)
(* expect: rejected *)
(* missing: locked () => [Knock; Knock; Lock] *)
open Covenant_runtime

type step = Open | Close | Lock | Knock

let[@predicate] rec allowed (steps : step list) (opened : bool) : bool =
  match steps with
  | [] -> true
  | Open :: rest -> (not opened) && allowed rest true
  | Close :: rest -> opened && allowed rest false
  | Lock :: rest -> (not opened) && rest = []
  | Knock :: rest -> allowed rest opened

let[@predicate] rec has_lock (steps : step list) : bool =
  match steps with
  | [] -> false
  | Lock :: _ -> true
  | Open :: rest -> has_lock rest
  | Close :: rest -> has_lock rest
  | Knock :: rest -> has_lock rest

let other () : step = if bool_gen () then Open else Close

let locked () : step list =
  let first = other () in
  let second = other () in
  [ first; second; Lock ]
[@@covers {| unit -> [v:step list | len v = 3 && allowed v false && has_lock v] |}]
