(* A table: a key was given a value, and has another one. *)
(* expect: valid *)
open Covenant_runtime

type event = Replace of int * int | Remove of int | Find of int * int option

module type TABLE = sig
  val replace : int -> int -> unit
  val remove : int -> unit
  val find : int -> int option
end [@@operators event]

let[@predicate] rec value_of (h : event list) (k : int) : int option =
  match h with
  | [] -> None
  | Replace (j, v) :: rest -> if j = k then Some v else value_of rest k
  | Remove j :: rest -> if j = k then None else value_of rest k
  | Find (_, _) :: rest -> value_of rest k

let[@answers] find (h : event list) (k : int) (r : int option) : bool = r = value_of h k

let[@goal] changed (k : int) (w : int) =
  {| .*; Replace (k, w); (. - (Replace (k, _) | Remove k))*; Find (k, r) when r <> Some w |}

module By_hand (S : TABLE) = struct
  (* By hand: the same claim as that of the synthesized generator. *)
  let rec given (n : int) (k : int) (w : int) : unit =
    if n <= 0 then err ()
    else if bool_gen () then begin
      let found = S.find k in
      if found = Some w then given (n - 1) k w else ()
    end
    else begin
      let what = int_range 0 2 in
      let key = int_gen () in
      if what = 0 then begin
        let _ = S.find key in
        given (n - 1) k w
      end
      else if key = k then err ()
      else if what = 1 then begin
        S.remove key;
        given (n - 1) k w
      end
      else begin
        let value = int_gen () in
        S.replace key value;
        given (n - 1) k w
      end
    end
  [@@covers {| n:{v:int | 0 <= v} -> k:{v:int | true} -> w:{v:int | true} -> [tr | len tr <= n && changed_1 k w tr] |}]
  [@@measure n]

  let rec before (n : int) (k : int) (w : int) : unit =
    if n <= 0 then err ()
    else if bool_gen () then begin
      S.replace k w;
      given (n - 1) k w
    end
    else begin
      let what = int_range 0 2 in
      let key = int_gen () in
      if what = 0 then begin
        let _ = S.find key in
        before (n - 1) k w
      end
      else if what = 1 then begin
        S.remove key;
        before (n - 1) k w
      end
      else begin
        let value = int_gen () in
        S.replace key value;
        before (n - 1) k w
      end
    end
  [@@covers {| n:{v:int | 0 <= v} -> k:{v:int | true} -> w:{v:int | true} -> [tr | len tr <= n && changed k w tr] |}]
  [@@measure n]

  let by_hand (n : int) (k : int) (w : int) : unit = before (n + 2) k w
  [@@covers {| n:{v:int | 0 <= v} -> k:{v:int | true} -> w:{v:int | true} -> [tr | len tr <= n + 2 && changed k w tr] |}]
end
