(* Posts are copied to those who follow when they are posted; whoever begins to follow copies what there is. A post reads who
   follows when it starts, and writes when it ends. *)
(* expect: valid *)
open Covenant_runtime

type event = Follow of int * int * bool | Post of int * int | Publish of bool | Sees of int * int * bool | Unfollow of int * int

module type TWITTER = sig
  val follow : int -> int -> bool
  val post : int -> int -> unit
  val publish : unit -> bool
  val sees : int -> int -> bool
  val unfollow : int -> int -> unit
end [@@operators event]

let[@predicate] rec follows (h : event list) (f : int) (a : int) : bool =
  match h with
  | [] -> false
  | Follow (g, b, good) :: rest -> (good && f = g && a = b) || follows rest f a
  | Unfollow (g, b) :: rest -> (not (f = g && a = b)) && follows rest f a
  | Post (_, _) :: rest -> follows rest f a
  | Publish _ :: rest -> follows rest f a
  | Sees (_, _, _) :: rest -> follows rest f a

(* Who is posting the message, if it is not published yet. *)
let[@predicate] rec posting (h : event list) (m : int) : int option =
  match h with
  | [] -> None
  | Post (a, n) :: _ -> if m = n then Some a else None
  | Publish _ :: _ -> None
  | Follow (_, _, _) :: rest -> posting rest m
  | Unfollow (_, _) :: rest -> posting rest m
  | Sees (_, _, _) :: rest -> posting rest m

(* The message was published by somebody whom [f] follows in the end. *)
let[@predicate] rec due (all : event list) (h : event list) (f : int) (m : int) : bool =
  match h with
  | [] -> false
  | Publish good :: rest ->
      (match posting rest m with None -> false | Some a -> good && follows all f a) || due all rest f m
  | Post (_, _) :: rest -> due all rest f m
  | Follow (_, _, _) :: rest -> due all rest f m
  | Unfollow (_, _) :: rest -> due all rest f m
  | Sees (_, _, _) :: rest -> due all rest f m

let[@answers] sees (h : event list) (f : int) (m : int) (r : bool) : bool =
  r || f < -4 || 10 < f || m < -4 || 15 < m || not (due h h f m)

let[@goal] unseen (f : int) (a : int) (m : int) =
  {| (Follow (_, _, _) | Sees (_, _, _))*; Post (a, m); (Sees (_, _, _))*; Follow (f, a, true); (Sees (_, _, _))*; Publish true; (Sees (_, _, _))*; Sees (f, m, false) |}

module By_hand (S : TWITTER) = struct
  (* By hand: the same claim as that of the synthesized generator. *)
  let rec public (n : int) (f : int) (a : int) (m : int) : unit =
    if n <= 0 then err ()
    else if bool_gen () then begin
      let who = int_gen () in
      let what = int_gen () in
      let _ = S.sees who what in
      public (n - 1) f a m
    end
    else if S.sees f m then public (n - 1) f a m
    else ()
  [@@covers {| n:{v:int | 0 <= v} -> f:{v:int | true} -> a:{v:int | true} -> m:{v:int | true} -> [tr | len tr <= n && unseen_3 f a m tr] |}]
  [@@measure n]

  let rec following (n : int) (f : int) (a : int) (m : int) : unit =
    if n <= 0 then err ()
    else if bool_gen () then begin
      let who = int_gen () in
      let what = int_gen () in
      let _ = S.sees who what in
      following (n - 1) f a m
    end
    else begin
      let done_ = S.publish () in
      if done_ then public (n - 1) f a m else err ()
    end
  [@@covers {| n:{v:int | 0 <= v} -> f:{v:int | true} -> a:{v:int | true} -> m:{v:int | true} -> [tr | len tr <= n && unseen_2 f a m tr] |}]
  [@@measure n]

  let rec written (n : int) (f : int) (a : int) (m : int) : unit =
    if n <= 0 then err ()
    else if bool_gen () then begin
      let who = int_gen () in
      let what = int_gen () in
      let _ = S.sees who what in
      written (n - 1) f a m
    end
    else begin
      let done_ = S.follow f a in
      if done_ then following (n - 1) f a m else err ()
    end
  [@@covers {| n:{v:int | 0 <= v} -> f:{v:int | true} -> a:{v:int | true} -> m:{v:int | true} -> [tr | len tr <= n && unseen_1 f a m tr] |}]
  [@@measure n]

  let rec reading (n : int) (f : int) (a : int) (m : int) : unit =
    if n <= 0 then err ()
    else if bool_gen () then begin
      let who = int_gen () in
      let whom = int_gen () in
      let _ = S.follow who whom in
      reading (n - 1) f a m
    end
    else if bool_gen () then begin
      let who = int_gen () in
      let what = int_gen () in
      let _ = S.sees who what in
      reading (n - 1) f a m
    end
    else begin
      S.post a m;
      written (n - 1) f a m
    end
  [@@covers {| n:{v:int | 0 <= v} -> f:{v:int | true} -> a:{v:int | true} -> m:{v:int | true} -> [tr | len tr <= n && unseen f a m tr] |}]
  [@@measure n]

  let by_hand (n : int) (f : int) (a : int) (m : int) : unit = reading (n + 4) f a m
  [@@covers {| n:{v:int | 0 <= v} -> f:{v:int | true} -> a:{v:int | true} -> m:{v:int | true} -> [tr | len tr <= n + 4 && unseen f a m tr] |}]
end
