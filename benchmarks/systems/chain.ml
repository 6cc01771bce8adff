(* A chain of three copies: writes go in at the head and are read at the tail. When the middle one fails, the head is
   connected with the tail, and nothing that was written is lost once everything has arrived. *)
(* expect: valid *)
open Covenant_runtime

type event = Put of int | Forward of bool | Hand_on of bool | Fail | Settle | Get of int

module type CHAIN = sig
  val put : int -> unit
  val forward : unit -> bool
  val hand_on : unit -> bool
  val fail : unit -> unit
  val settle : unit -> unit
  val get : unit -> int
end [@@operators event]

let[@predicate] rec last (h : event list) : int =
  match h with
  | [] -> 0
  | Put x :: _ -> x
  | Forward _ :: rest -> last rest
  | Hand_on _ :: rest -> last rest
  | Fail :: rest -> last rest
  | Settle :: rest -> last rest
  | Get _ :: rest -> last rest

(* Whether everything has arrived. *)
let[@predicate] rec settled (h : event list) : bool =
  match h with
  | [] -> true
  | Settle :: _ -> true
  | Put _ :: _ -> false
  | Forward _ :: rest -> settled rest
  | Hand_on _ :: rest -> settled rest
  | Fail :: rest -> settled rest
  | Get _ :: rest -> settled rest

let[@answers] get (h : event list) (r : int) : bool = r = last h || not (settled h)

let[@goal] lost (x : int) =
  {| (Put _ | Hand_on _)*; (Put x when x <> 0); (Hand_on _)*; (Forward true)*; Forward true; Fail; (Get _)*; Settle; (Get r when r <> x) |}

module By_hand (S : CHAIN) = struct
  (* By hand: the same claim as that of the synthesized generator. *)
  let rec failed (n : int) (x : int) : unit =
    if n <= 0 then err ()
    else if bool_gen () then begin
      let _ = S.get () in
      failed (n - 1) x
    end
    else begin
      S.settle ();
      let there = S.get () in
      if there <> x then () else err ()
    end
  [@@covers {| n:{v:int | 0 <= v} -> x:{v:int | true} -> [tr | len tr <= n && lost_4 x tr] |}]
  [@@measure n]

  let rec forwarded (n : int) (x : int) : unit =
    if n <= 0 then err ()
    else if bool_gen () then begin
      let more = S.forward () in
      if more then forwarded (n - 1) x else err ()
    end
    else begin
      S.fail ();
      failed (n - 1) x
    end
  [@@covers {| n:{v:int | 0 <= v} -> x:{v:int | true} -> [tr | len tr <= n && (lost_2 x tr || lost_3 x tr)] |}]
  [@@measure n]

  let rec put (n : int) (x : int) : unit =
    if n <= 0 then err ()
    else if bool_gen () then begin
      let _ = S.hand_on () in
      put (n - 1) x
    end
    else begin
      let one = S.forward () in
      if one then forwarded (n - 1) x else err ()
    end
  [@@covers {| n:{v:int | 0 <= v} -> x:{v:int | true} -> [tr | len tr <= n && lost_1 x tr] |}]
  [@@measure n]

  let rec beginning (n : int) (x : int) : unit =
    if n <= 0 then err ()
    else if bool_gen () then begin
      let other = int_gen () in
      S.put other;
      beginning (n - 1) x
    end
    else if bool_gen () then begin
      let _ = S.hand_on () in
      beginning (n - 1) x
    end
    else if x <> 0 then begin
      S.put x;
      put (n - 1) x
    end
    else err ()
  [@@covers {| n:{v:int | 0 <= v} -> x:{v:int | true} -> [tr | len tr <= n && lost x tr] |}]
  [@@measure n]

  let by_hand (n : int) (x : int) : unit = beginning (n + 5) x
  [@@covers {| n:{v:int | 0 <= v} -> x:{v:int | true} -> [tr | len tr <= n + 5 && lost x tr] |}]
end
