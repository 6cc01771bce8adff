(* The response is compared with the write. *)
(* expect: rejected *)
(* missing: transaction 1 => [Write 0; Read_req 0; Read_rsp (0, 1)] *)
open Covenant_runtime

type event = Write of int | Read_req of int | Read_rsp of int * int

module type DB = sig
  val write : int -> unit
  val read_req : unit -> int
  val read_rsp : int -> int
end [@@operators event]

(* The last write; the history begins with the newest event. *)
let[@predicate] rec last_write (h : event list) (v : int) : bool =
  match h with
  | [] -> false
  | Write x :: _ -> x = v
  | Read_req _ :: r -> last_write r v
  | Read_rsp (_, _) :: r -> last_write r v

let[@predicate] rec allowed (h : event list) (i : int) (v : int) : bool =
  match h with
  | [] -> false
  | Read_req j :: r -> if i = j then last_write r v else allowed r i v
  | Write _ :: r -> allowed r i v
  | Read_rsp (_, _) :: r -> allowed r i v

let[@answers] read_rsp (h : event list) (i : int) (v : int) : bool = allowed h i v

let[@predicate] rec conforms (tr : event list) (h : event list) : bool =
  match tr with
  | [] -> true
  | Write x :: r -> conforms r (Write x :: h)
  | Read_req i :: r -> conforms r (Read_req i :: h)
  | Read_rsp (i, x) :: r -> allowed h i x && conforms r (Read_rsp (i, x) :: h)

(* A conforming prefix, then a response that is not allowed. *)
let[@predicate] rec violates (tr : event list) (h : event list) : bool =
  match tr with
  | [] -> false
  | Write x :: r -> violates r (Write x :: h)
  | Read_req i :: r -> violates r (Read_req i :: h)
  | Read_rsp (i, x) :: r ->
      if allowed h i x then violates r (Read_rsp (i, x) :: h)
      else (match r with [] -> true | _ :: _ -> false)

(* T ::= eps | write x . read_req i . T . read_rsp i y *)
type tx = Done | Nest of int * int * tx * int

let[@predicate] rec word (d : tx) : event list =
  match d with
  | Done -> []
  | Nest (x, i, m, y) -> Write x :: Read_req i :: (word m @ [ Read_rsp (i, y) ])

let[@predicate] rec levels (d : tx) : int =
  match d with Done -> 0 | Nest (_, _, m, _) -> 1 + levels m

module Generators (S : DB) = struct
  let rec transaction (n : int) : unit =
    if n = 0 then ()
    else if bool_gen () then ()
    else begin
      let x = int_gen () in
      S.write x;
      let i = S.read_req () in
      transaction (n - 1);
      let y = S.read_rsp i in
      if y = x then () else err ()
    end
  [@@covers {| n:{v:int | 0 <= v} -> [tr | exists d:tx. levels d <= n && word d = tr] |}]
  [@@measure n]

  (* Without a bound. *)
  let rec transaction_any () : unit =
    if bool_gen () then ()
    else begin
      let x = int_gen () in
      S.write x;
      let i = S.read_req () in
      transaction_any ();
      let _ = S.read_rsp i in
      ()
    end
  [@@covers {| M [tr | exists d:tx. word d = tr] |}]
  [@@rank len tr]

  (* All conforming sequences; the history is a parameter. *)
  let rec database (n : int) (h : event list) : unit =
    if n = 0 then ()
    else if bool_gen () then ()
    else if bool_gen () then begin
      let x = int_gen () in
      S.write x;
      database (n - 1) (Write x :: h)
    end
    else if bool_gen () then begin
      let i = S.read_req () in
      database (n - 1) (Read_req i :: h)
    end
    else begin
      let i = int_gen () in
      let x = S.read_rsp i in
      if allowed h i x then database (n - 1) (Read_rsp (i, x) :: h) else err ()
    end
  [@@covers {| n:{v:int | 0 <= v} -> h:{v:event list | true} -> [tr | len tr <= n && conforms tr h] |}]
  [@@measure n]

  (* All sequences that end in a stale read. *)
  let rec stale_read (n : int) (h : event list) : unit =
    if n = 0 then err ()
    else if bool_gen () then begin
      let x = int_gen () in
      S.write x;
      stale_read (n - 1) (Write x :: h)
    end
    else if bool_gen () then begin
      let i = S.read_req () in
      stale_read (n - 1) (Read_req i :: h)
    end
    else begin
      let i = int_gen () in
      let x = S.read_rsp i in
      if allowed h i x then stale_read (n - 1) (Read_rsp (i, x) :: h) else ()
    end
  [@@covers {| n:{v:int | 0 <= v} -> h:{v:event list | true} -> [tr | len tr <= n && violates tr h] |}]
  [@@measure n]
end
