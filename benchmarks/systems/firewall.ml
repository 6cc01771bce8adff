(* A firewall between hosts inside and the world: all requests from inside get out. Replies get in if there was a request. *)
(* expect: valid *)
open Covenant_runtime

type event = Request of int | Pass of int * bool | Reply of int * bool | Outside of int * int

module type FIREWALL = sig
  val request : int -> unit
  val pass : int -> bool
  val reply : int -> bool
  val outside : int -> int
end [@@operators event]

(* Requests of the host that have passed: each [Pass] lets one of them out, if there is one. *)
let[@predicate] rec waiting (h : event list) (i : int) : int =
  match h with
  | [] -> 0
  | Request j :: rest -> if i = j then waiting rest i + 1 else waiting rest i
  | Pass (j, _) :: rest -> if i = j && waiting rest i > 0 then waiting rest i - 1 else waiting rest i
  | Reply (_, _) :: rest -> waiting rest i
  | Outside (_, _) :: rest -> waiting rest i

let[@predicate] rec out (h : event list) (i : int) : int =
  match h with
  | [] -> 0
  | Pass (j, _) :: rest -> if i = j && waiting rest i > 0 then out rest i + 1 else out rest i
  | Request _ :: rest -> out rest i
  | Reply (_, _) :: rest -> out rest i
  | Outside (_, _) :: rest -> out rest i

let[@answers] outside (h : event list) (i : int) (r : int) : bool = r = out h i

let[@goal] stuck (i : int) =
  {| (. - (Pass (_, _) | Request i))*; Request i; (Outside (_, _))*; Pass (i, true); (Request _)*; Reply (i, true); (Outside (_, _))*; Request i; Pass (i, _); Outside (i, 1) |}

module By_hand (S : FIREWALL) = struct
  (* By hand: the same claim as that of the synthesized generator. *)
  let rec replied (n : int) (i : int) : unit =
    if n <= 0 then err ()
    else if bool_gen () then begin
      let who = int_gen () in
      let _ = S.outside who in
      replied (n - 1) i
    end
    else begin
      S.request i;
      let _ = S.pass i in
      let arrived = S.outside i in
      if arrived = 1 && 3 <= n then () else err ()
    end
  [@@covers {| n:{v:int | 0 <= v} -> i:{v:int | true} -> [tr | len tr <= n && stuck_3 i tr] |}]
  [@@measure n]

  let rec passed (n : int) (i : int) : unit =
    if n <= 0 then err ()
    else if bool_gen () then begin
      let who = int_gen () in
      S.request who;
      passed (n - 1) i
    end
    else begin
      let there = S.reply i in
      if there then replied (n - 1) i else err ()
    end
  [@@covers {| n:{v:int | 0 <= v} -> i:{v:int | true} -> [tr | len tr <= n && stuck_2 i tr] |}]
  [@@measure n]

  let rec asked (n : int) (i : int) : unit =
    if n <= 0 then err ()
    else if bool_gen () then begin
      let who = int_gen () in
      let _ = S.outside who in
      asked (n - 1) i
    end
    else begin
      let there = S.pass i in
      if there then passed (n - 1) i else err ()
    end
  [@@covers {| n:{v:int | 0 <= v} -> i:{v:int | true} -> [tr | len tr <= n && stuck_1 i tr] |}]
  [@@measure n]

  let rec beginning (n : int) (i : int) : unit =
    if n <= 0 then err ()
    else if bool_gen () then begin
      S.request i;
      asked (n - 1) i
    end
    else if bool_gen () then begin
      let who = int_gen () in
      if who = i then err ()
      else begin
        S.request who;
        beginning (n - 1) i
      end
    end
    else if bool_gen () then begin
      let who = int_gen () in
      let _ = S.reply who in
      beginning (n - 1) i
    end
    else begin
      let who = int_gen () in
      let _ = S.outside who in
      beginning (n - 1) i
    end
  [@@covers {| n:{v:int | 0 <= v} -> i:{v:int | true} -> [tr | len tr <= n && stuck i tr] |}]
  [@@measure n]

  let by_hand (n : int) (i : int) : unit = beginning (n + 6) i
  [@@covers {| n:{v:int | 0 <= v} -> i:{v:int | true} -> [tr | len tr <= n + 6 && stuck i tr] |}]
end
