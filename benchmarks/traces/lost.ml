(* expect: valid *)
(* .* ; push y ; (. - pop y)* ; is_empty true: something was pushed and not popped, and the stack is empty. *)
open Covenant_runtime

type event = Push of int | Pop of int | Is_empty of bool

module type STACK = sig
  val push : int -> unit
  val pop : unit -> int
  val is_empty : unit -> bool
end [@@operators event]

let[@predicate] not_pop (e : event) (y : int) : bool =
  match e with Pop x -> x <> y | Push _ -> true | Is_empty _ -> true

let[@predicate] rec star_not_pop (tr : event list) (y : int) : bool =
  match tr with [] -> true | e :: r -> not_pop e y && star_not_pop r y

(* The same language as an automaton. *)
let[@predicate] rec after_push (tr : event list) (y : int) : bool =
  match tr with
  | [] -> false
  | Is_empty b :: r -> (b = true && r = []) || after_push r y
  | Pop x :: r -> x <> y && after_push r y
  | Push _ :: r -> after_push r y

let[@predicate] rec goal (tr : event list) (y : int) : bool =
  match tr with
  | [] -> false
  | Push x :: r -> (x = y && after_push r y) || goal r y
  | Pop _ :: r -> goal r y
  | Is_empty _ :: r -> goal r y

module Generators (S : STACK) = struct
  let rec any_star () : unit =
    if bool_gen () then ()
    else if bool_gen () then begin
      let x = int_gen () in
      S.push x;
      any_star ()
    end
    else if bool_gen () then begin
      let _ = S.pop () in
      any_star ()
    end
    else begin
      let _ = S.is_empty () in
      any_star ()
    end
  [@@covers {| M [tr | true] |}]
  [@@rank len tr]

  let rec not_pop_star (y : int) : unit =
    if bool_gen () then ()
    else if bool_gen () then begin
      let x = int_gen () in
      S.push x;
      not_pop_star y
    end
    else if bool_gen () then begin
      let x = S.pop () in
      if x = y then err () else not_pop_star y
    end
    else begin
      let _ = S.is_empty () in
      not_pop_star y
    end
  [@@covers {| y:{v:int | true} -> [tr | star_not_pop tr y] |}]
  [@@rank len tr]

  let lost (y : int) : unit =
    any_star ();
    S.push y;
    not_pop_star y;
    if S.is_empty () then () else err ()
  [@@covers {| y:{v:int | true} ->
    [tr | exists p:event list. exists q:event list.
       star_not_pop q y && tr = p @ (Push y :: (q @ [Is_empty true]))] |}]

  let rec tail_of (n : int) (y : int) : unit =
    if n = 0 then err ()
    else if bool_gen () then begin
      let b = S.is_empty () in
      if b && bool_gen () then () else tail_of (n - 1) y
    end
    else if bool_gen () then begin
      let x = S.pop () in
      if x = y then err () else tail_of (n - 1) y
    end
    else begin
      let x = int_gen () in
      S.push x;
      tail_of (n - 1) y
    end
  [@@covers {| n:{v:int | 0 <= v} -> y:{v:int | true} -> [tr | len tr <= n && after_push tr y] |}]
  [@@measure n]

  let rec lost_auto (n : int) (y : int) : unit =
    if n = 0 then err ()
    else if bool_gen () then begin
      let x = int_gen () in
      S.push x;
      if x = y && bool_gen () then tail_of (n - 1) y else lost_auto (n - 1) y
    end
    else if bool_gen () then begin
      let _ = S.pop () in
      lost_auto (n - 1) y
    end
    else begin
      let _ = S.is_empty () in
      lost_auto (n - 1) y
    end
  [@@covers {| n:{v:int | 0 <= v} -> y:{v:int | true} -> [tr | len tr <= n && goal tr y] |}]
  [@@measure n]
end
