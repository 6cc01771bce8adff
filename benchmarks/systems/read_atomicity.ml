(* Transactions over keys on shards. A write is a message to the shard of its key; a read within the transaction that has
   written the key gives what it has written, whether or not the message has arrived. *)
(* expect: valid *)
open Covenant_runtime

type event = Start of int | Update of int * int * int | Arrive of int * bool | Read of int * int * int | Finish of int

module type ATOMIC = sig
  val start : int -> unit
  val update : int -> int -> int -> unit
  val arrive : int -> bool
  val read : int -> int -> int
  val finish : int -> unit
end [@@operators event]

let[@predicate] rec started (h : event list) (t : int) : bool =
  match h with
  | [] -> false
  | Start u :: rest -> t = u || started rest t
  | Finish u :: rest -> t <> u && started rest t
  | Update (_, _, _) :: rest -> started rest t
  | Arrive (_, _) :: rest -> started rest t
  | Read (_, _, _) :: rest -> started rest t

let[@predicate] rec written (h : event list) (t : int) (k : int) : int option =
  match h with
  | [] -> None
  | Update (u, j, x) :: rest -> if t = u && k = j && started rest t then Some x else written rest t k
  | Start u :: rest -> if t = u && not (started rest t) then None else written rest t k
  | Finish u :: rest -> if t = u then None else written rest t k
  | Arrive (_, _) :: rest -> written rest t k
  | Read (_, _, _) :: rest -> written rest t k

let[@answers] read (h : event list) (t : int) (k : int) (r : int) : bool =
  match written h t k with None -> true | Some x -> r = x

let[@goal] other (t : int) (k : int) (x : int) =
  {| (Start _ | Finish _)*; Start t; (Arrive (_, _))*; (Update (t, k, x) when x <> 0); (Start _)*; (Read (t, k, r) when r <> x) |}

module By_hand (S : ATOMIC) = struct
  (* By hand: the same claim as that of the synthesized generator. *)
  let rec updated (n : int) (t : int) (k : int) (x : int) : unit =
    if n <= 0 then err ()
    else if bool_gen () then begin
      let other = int_gen () in
      S.start other;
      updated (n - 1) t k x
    end
    else begin
      let got = S.read t k in
      if got = x then err () else ()
    end
  [@@covers {| n:{v:int | 0 <= v} -> t:{v:int | true} -> k:{v:int | true} -> x:{v:int | true} -> [tr | len tr <= n && other_2 t k x tr] |}]
  [@@measure n]

  let rec in_transaction (n : int) (t : int) (k : int) (x : int) : unit =
    if n <= 0 then err ()
    else if bool_gen () then begin
      let shard = int_gen () in
      let _ = S.arrive shard in
      in_transaction (n - 1) t k x
    end
    else if x = 0 then err ()
    else begin
      S.update t k x;
      updated (n - 1) t k x
    end
  [@@covers {| n:{v:int | 0 <= v} -> t:{v:int | true} -> k:{v:int | true} -> x:{v:int | true} -> [tr | len tr <= n && other_1 t k x tr] |}]
  [@@measure n]

  let rec beginning (n : int) (t : int) (k : int) (x : int) : unit =
    if n <= 0 then err ()
    else if bool_gen () then begin
      let which = int_gen () in
      S.start which;
      beginning (n - 1) t k x
    end
    else if bool_gen () then begin
      let which = int_gen () in
      S.finish which;
      beginning (n - 1) t k x
    end
    else begin
      S.start t;
      in_transaction (n - 1) t k x
    end
  [@@covers {| n:{v:int | 0 <= v} -> t:{v:int | true} -> k:{v:int | true} -> x:{v:int | true} -> [tr | len tr <= n && other t k x tr] |}]
  [@@measure n]

  let by_hand (n : int) (t : int) (k : int) (x : int) : unit = beginning (n + 3) t k x
  [@@covers {| n:{v:int | 0 <= v} -> t:{v:int | true} -> k:{v:int | true} -> x:{v:int | true} -> [tr | len tr <= n + 3 && other t k x tr] |}]
end
