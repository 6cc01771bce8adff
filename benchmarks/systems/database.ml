(* A primary copy and a replica: a client reads what it has written. *)
(* expect: valid *)
open Covenant_runtime

type event = Write of int | Replicate of bool | Read of int

module type DATABASE = sig
  val write : int -> unit
  val replicate : unit -> bool
  val read : unit -> int
end [@@operators event]

let[@predicate] rec last (h : event list) : int =
  match h with [] -> 0 | Write x :: _ -> x | Replicate _ :: rest -> last rest | Read _ :: rest -> last rest

let[@answers] read (h : event list) (r : int) : bool = r = last h
let[@goal] old (x : int) = {| .*; Write x; (Read _)*; (Read r when r <> x) |}

module By_hand (S : DATABASE) = struct
  (* By hand: the same claim as that of the synthesized generator. *)
  let rec reading (n : int) (x : int) : unit =
    if n <= 0 then err ()
    else begin
      let r = S.read () in
      if r <> x && bool_gen () then () else reading (n - 1) x
    end
  [@@covers {| n:{v:int | 0 <= v} -> x:{v:int | true} -> [tr | len tr <= n && old_1 x tr] |}]
  [@@measure n]

  let rec anything_first (n : int) (x : int) : unit =
    if n <= 0 then err ()
    else if bool_gen () then begin
      S.write x;
      reading (n - 1) x
    end
    else if bool_gen () then begin
      let y = int_gen () in
      S.write y;
      anything_first (n - 1) x
    end
    else if bool_gen () then begin
      let _ = S.replicate () in
      anything_first (n - 1) x
    end
    else begin
      let _ = S.read () in
      anything_first (n - 1) x
    end
  [@@covers {| n:{v:int | 0 <= v} -> x:{v:int | true} -> [tr | len tr <= n && old x tr] |}]
  [@@measure n]

  let by_hand (n : int) (x : int) : unit = anything_first (n + 2) x
  [@@covers {| n:{v:int | 0 <= v} -> x:{v:int | true} -> [tr | len tr <= n + 2 && old x tr] |}]
end
