(* A delete of what is not there is given up. *)
(* expect: rejected *)
(* missing: any_events 1 [] => [Delete (0, false)] *)
(* missing: after_insert 2 [] 0 => [Delete (1, false); Delete (0, false)] *)
(* missing: set_gen 3 [] 0 => [Insert 0; Delete (1, false); Delete (1, false)] *)
(* missing: set_main 3 0 => [Init; Insert 0; Delete (1, false); Delete (1, false)] *)
open Covenant_runtime

type event = Init | Insert of int | Delete of int * bool | Is_empty of bool

module type SET = sig
  val init : unit -> unit
  val insert : int -> unit
  val delete : int -> bool
  val is_empty : unit -> bool
end [@@operators event]

let[@predicate] rec without (s : int list) (x : int) : int list =
  match s with [] -> [] | y :: t -> if x = y then without t x else y :: without t x

let[@predicate] is_nil (s : int list) : bool = match s with [] -> true | _ :: _ -> false

(* What is in the set after a history, newest event first. *)
let[@predicate] rec elements (h : event list) : int list =
  match h with
  | [] -> []
  | Init :: _ -> []
  | Insert x :: r -> x :: elements r
  | Delete (x, _) :: r -> without (elements r) x
  | Is_empty _ :: r -> elements r

let[@answers] delete (h : event list) (x : int) (b : bool) : bool = b = mem (elements h) x
let[@answers] is_empty (h : event list) (b : bool) : bool = b = is_nil (elements h)

let[@predicate] rec conforms (tr : event list) (s : int list) : bool =
  match tr with
  | [] -> true
  | Init :: r -> conforms r []
  | Insert x :: r -> conforms r (x :: s)
  | Delete (x, b) :: r -> b = mem s x && conforms r (without s x)
  | Is_empty b :: r -> b = is_nil s && conforms r s

(* .* ; insert y ; .* ; delete z <> y ; .* *)
let[@predicate] rec then_delete (tr : event list) (y : int) : bool =
  match tr with
  | [] -> false
  | Delete (x, _) :: r -> x <> y || then_delete r y
  | Init :: r -> then_delete r y
  | Insert _ :: r -> then_delete r y
  | Is_empty _ :: r -> then_delete r y

let[@predicate] rec goal (tr : event list) (y : int) : bool =
  match tr with
  | [] -> false
  | Insert x :: r -> (x = y && then_delete r y) || goal r y
  | Init :: r -> goal r y
  | Delete (_, _) :: r -> goal r y
  | Is_empty _ :: r -> goal r y

let[@predicate] whole (tr : event list) (y : int) : bool =
  match tr with
  | [] -> false
  | Init :: r -> conforms r [] && goal r y
  | Insert _ :: _ -> false
  | Delete (_, _) :: _ -> false
  | Is_empty _ :: _ -> false

module Generators (S : SET) = struct
  let rec any_events (n : int) (s : int list) : unit =
    if n = 0 then ()
    else if bool_gen () then ()
    else if bool_gen () then begin
      S.init ();
      any_events (n - 1) []
    end
    else if bool_gen () then begin
      let x = int_gen () in
      S.insert x;
      any_events (n - 1) (x :: s)
    end
    else if bool_gen () then begin
      let x = int_gen () in
      let b = S.delete x in
      if b && mem s x then any_events (n - 1) (without s x) else err ()
    end
    else begin
      let b = S.is_empty () in
      if b = is_nil s then any_events (n - 1) s else err ()
    end
  [@@covers {| n:{v:int | 0 <= v} -> s:{v:int list | true} -> [tr | len tr <= n && conforms tr s] |}]
  [@@measure n]

  let rec after_insert (n : int) (s : int list) (y : int) : unit =
    if n = 0 then err ()
    else if bool_gen () then begin
      S.init ();
      after_insert (n - 1) [] y
    end
    else if bool_gen () then begin
      let x = int_gen () in
      S.insert x;
      after_insert (n - 1) (x :: s) y
    end
    else if bool_gen () then begin
      let b = S.is_empty () in
      if b = is_nil s then after_insert (n - 1) s y else err ()
    end
    else begin
      let x = int_gen () in
      let b = S.delete x in
      if b = mem s x then
        if x = y then after_insert (n - 1) (without s x) y else any_events (n - 1) (without s x)
      else err ()
    end
  [@@covers {| n:{v:int | 0 <= v} -> s:{v:int list | true} -> y:{v:int | true} ->
    [tr | len tr <= n && conforms tr s && then_delete tr y] |}]
  [@@measure n]

  let rec set_gen (n : int) (s : int list) (y : int) : unit =
    if n = 0 then err ()
    else if bool_gen () then begin
      S.init ();
      set_gen (n - 1) [] y
    end
    else if bool_gen () then begin
      let x = int_gen () in
      S.insert x;
      if x = y && bool_gen () then after_insert (n - 1) (x :: s) y else set_gen (n - 1) (x :: s) y
    end
    else if bool_gen () then begin
      let b = S.is_empty () in
      if b = is_nil s then set_gen (n - 1) s y else err ()
    end
    else begin
      let x = int_gen () in
      let b = S.delete x in
      if b = mem s x then set_gen (n - 1) (without s x) y else err ()
    end
  [@@covers {| n:{v:int | 0 <= v} -> s:{v:int list | true} -> y:{v:int | true} ->
    [tr | len tr <= n && conforms tr s && goal tr y] |}]
  [@@measure n]

  let set_main (n : int) (y : int) : unit =
    S.init ();
    set_gen n [] y
  [@@covers {| n:{v:int | 0 <= v} -> y:{v:int | true} -> [tr | len tr <= n + 1 && whole tr y] |}]
end
