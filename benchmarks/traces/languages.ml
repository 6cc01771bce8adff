(* expect: valid *)
(* Languages of traces: goals as regular expressions, one of them with a cycle of states, and a grammar. *)
open Covenant_runtime

type event = Push of int | Pop of int option | Is_empty of bool

module type STACK = sig
  val push : int -> unit
  val pop : unit -> int option
  val is_empty : unit -> bool
end [@@operators event]

let[@goal] empty_after (y : int) = {| (. - Pop (Some y))*; Is_empty true |}
let[@goal] lost (y : int) = {| .*; Push y; empty_after y |}
let[@grammar] nested (n : int) = {| eps when n = 0 | Push _ when n > 0; nested (n - 1); Pop _ |}
let[@goal] pairs = {| (Push _; Pop _)* |}

module Generators (S : STACK) = struct
  let rec tail_of (n : int) (y : int) : unit =
    if n = 0 then err ()
    else if bool_gen () then begin
      let b = S.is_empty () in
      if b && bool_gen () then () else tail_of (n - 1) y
    end
    else if bool_gen () then begin
      let x = S.pop () in
      if x = Some y then err () else tail_of (n - 1) y
    end
    else begin
      let x = int_gen () in
      S.push x;
      tail_of (n - 1) y
    end
  [@@covers {| n:{v:int | 0 <= v} -> y:{v:int | true} -> [tr | len tr <= n && empty_after y tr] |}]
  [@@measure n]

  let rec lost_gen (n : int) (y : int) : unit =
    if n = 0 then err ()
    else if bool_gen () then begin
      let x = int_gen () in
      S.push x;
      if x = y && bool_gen () then tail_of (n - 1) y else lost_gen (n - 1) y
    end
    else if bool_gen () then begin
      let _ = S.pop () in
      lost_gen (n - 1) y
    end
    else begin
      let _ = S.is_empty () in
      lost_gen (n - 1) y
    end
  [@@covers {| n:{v:int | 0 <= v} -> y:{v:int | true} -> [tr | len tr <= n && lost y tr] |}]
  [@@measure n]

  let rec nest (n : int) : unit =
    if n = 0 then ()
    else begin
      let x = int_gen () in
      S.push x;
      nest (n - 1);
      let _ = S.pop () in
      ()
    end
  [@@covers {| n:{v:int | 0 <= v} -> [tr | exists d:nested_tree. nested_fits n d && nested_word d = tr] |}]
  [@@measure n]

  let rec push_pop (n : int) : unit =
    if n <= 0 then ()
    else if bool_gen () then ()
    else begin
      let x = int_gen () in
      S.push x;
      let _ = S.pop () in
      push_pop (n - 2)
    end
  [@@covers {| n:{v:int | true} -> [tr | len tr <= n && pairs tr] |}]
  [@@measure n]
end
