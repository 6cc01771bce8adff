(* expect: valid *)
(* A hash table: replace k x, then nothing about k, then a find of k that answers something else. Answers before the last
   one are those of a table. *)
open Covenant_runtime

type event = Add of int * int | Replace of int * int | Remove of int | Find of int * int option | Clear

module type TABLE = sig
  val add : int -> int -> unit
  val replace : int -> int -> unit
  val remove : int -> unit
  val find : int -> int option
  val clear : unit -> unit
end [@@operators event]

let[@predicate] rec lookup (s : (int * int) list) (k : int) : int option =
  match s with [] -> None | p :: r -> if fst p = k then Some (snd p) else lookup r k

let[@predicate] rec drop (s : (int * int) list) (k : int) : (int * int) list =
  match s with [] -> [] | p :: r -> if fst p = k then r else p :: drop r k

(* The bindings after a history, newest event first. *)
let[@predicate] rec table (h : event list) : (int * int) list =
  match h with
  | [] -> []
  | Add (k, x) :: r -> (k, x) :: table r
  | Replace (k, x) :: r -> (k, x) :: drop (table r) k
  | Remove k :: r -> drop (table r) k
  | Find (_, _) :: r -> table r
  | Clear :: _ -> []

let[@answers] find (h : event list) (k : int) (a : int option) : bool = a = lookup (table h) k

let[@predicate] is_nil (tr : event list) : bool = match tr with [] -> true | _ :: _ -> false

let[@predicate] rec wrong (tr : event list) (s : (int * int) list) (k : int) (x : int) : bool =
  match tr with
  | [] -> false
  | Add (j, y) :: r -> j <> k && wrong r ((j, y) :: s) k x
  | Replace (j, y) :: r -> j <> k && wrong r ((j, y) :: drop s j) k x
  | Remove j :: r -> j <> k && wrong r (drop s j) k x
  | Clear :: _ -> false
  | Find (j, a) :: r -> (j = k && a <> Some x && is_nil r) || (a = lookup s j && wrong r s k x)

let[@predicate] rec goal (tr : event list) (s : (int * int) list) (k : int) (x : int) : bool =
  match tr with
  | [] -> false
  | Add (j, y) :: r -> goal r ((j, y) :: s) k x
  | Replace (j, y) :: r ->
      (j = k && y = x && wrong r ((j, y) :: drop s j) k x) || goal r ((j, y) :: drop s j) k x
  | Remove j :: r -> goal r (drop s j) k x
  | Clear :: r -> goal r [] k x
  | Find (j, a) :: r -> a = lookup s j && goal r s k x

module Generators (S : TABLE) = struct
  let rec wrong_gen (n : int) (s : (int * int) list) (k : int) (x : int) : unit =
    if n = 0 then err ()
    else if bool_gen () then begin
      let j = int_gen () in
      let a = S.find j in
      if j = k && a <> Some x && bool_gen () then ()
      else if a = lookup s j then wrong_gen (n - 1) s k x
      else err ()
    end
    else begin
      let j = int_gen () in
      if j = k then err ()
      else if bool_gen () then begin
        S.remove j;
        wrong_gen (n - 1) (drop s j) k x
      end
      else begin
        let y = int_gen () in
        if bool_gen () then begin
          S.add j y;
          wrong_gen (n - 1) ((j, y) :: s) k x
        end
        else begin
          S.replace j y;
          wrong_gen (n - 1) ((j, y) :: drop s j) k x
        end
      end
    end
  [@@covers {| n:{v:int | 0 <= v} -> s:{v:(int * int) list | true} -> k:{v:int | true} -> x:{v:int | true} ->
    [tr | len tr <= n && wrong tr s k x] |}]
  [@@measure n]

  let rec table_gen (n : int) (s : (int * int) list) (k : int) (x : int) : unit =
    if n = 0 then err ()
    else if bool_gen () then begin
      S.clear ();
      table_gen (n - 1) [] k x
    end
    else begin
      let j = int_gen () in
      if bool_gen () then begin
        let a = S.find j in
        if a = lookup s j then table_gen (n - 1) s k x else err ()
      end
      else if bool_gen () then begin
        S.remove j;
        table_gen (n - 1) (drop s j) k x
      end
      else begin
        let y = int_gen () in
        if bool_gen () then begin
          S.add j y;
          table_gen (n - 1) ((j, y) :: s) k x
        end
        else begin
          S.replace j y;
          if j = k && y = x && bool_gen () then wrong_gen (n - 1) ((j, y) :: drop s j) k x
          else table_gen (n - 1) ((j, y) :: drop s j) k x
        end
      end
    end
  [@@covers {| n:{v:int | 0 <= v} -> s:{v:(int * int) list | true} -> k:{v:int | true} -> x:{v:int | true} ->
    [tr | len tr <= n && goal tr s k x] |}]
  [@@measure n]
end
