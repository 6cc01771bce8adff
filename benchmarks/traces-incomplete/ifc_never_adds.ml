(* There is no addition. *)
(* expect: rejected *)
(* missing: any_code 1 2 => [Add] *)
(* missing: with_store 2 4 => [Store; Add] *)
open Covenant_runtime

type event = Push of bool * int * int | Pop | Store | Add | Load

module type MACHINE = sig
  val push : bool -> int -> int -> unit
  val pop : unit -> unit
  val store : unit -> unit
  val add : unit -> unit
  val load : unit -> unit
end [@@operators event]

let[@predicate] is_addr (x : int) : bool = 0 <= x && x < 2

let[@predicate] rec conforms (tr : event list) (d : int) : bool =
  match tr with
  | [] -> true
  | Push (low, x, y) :: r -> is_addr x && is_addr y && (low = (x = y)) && conforms r (d + 1)
  | Pop :: r -> 0 < d && conforms r (d - 1)
  | Store :: r -> 1 < d && conforms r (d - 2)
  | Add :: r -> 1 < d && conforms r (d - 1)
  | Load :: r -> 0 < d && conforms r d

let[@predicate] rec has_store (tr : event list) : bool =
  match tr with
  | [] -> false
  | Store :: _ -> true
  | Push (_, _, _) :: r -> has_store r
  | Pop :: r -> has_store r
  | Add :: r -> has_store r
  | Load :: r -> has_store r

module Generators (S : MACHINE) = struct
  let rec any_code (n : int) (d : int) : unit =
    if n = 0 then ()
    else if bool_gen () then ()
    else if bool_gen () then begin
      let low = bool_gen () in
      let x = int_range 0 1 in
      let y = int_range 0 1 in
      if low = (x = y) then begin
        S.push low x y;
        any_code (n - 1) (d + 1)
      end
      else err ()
    end
    else if d <= 0 then err ()
    else if bool_gen () then begin
      S.pop ();
      any_code (n - 1) (d - 1)
    end
    else if bool_gen () then begin
      S.load ();
      any_code (n - 1) d
    end
    else if d = 1 then err ()
    else begin
      S.store ();
      any_code (n - 1) (d - 2)
    end
  [@@covers {| n:{v:int | 0 <= v} -> d:{v:int | 0 <= v} -> [tr | len tr <= n && conforms tr d] |}]
  [@@measure n]

  let rec with_store (n : int) (d : int) : unit =
    if n = 0 then err ()
    else if bool_gen () then begin
      let low = bool_gen () in
      let x = int_range 0 1 in
      let y = int_range 0 1 in
      if low = (x = y) then begin
        S.push low x y;
        with_store (n - 1) (d + 1)
      end
      else err ()
    end
    else if d <= 0 then err ()
    else if bool_gen () then begin
      S.pop ();
      with_store (n - 1) (d - 1)
    end
    else if bool_gen () then begin
      S.load ();
      with_store (n - 1) d
    end
    else if d = 1 then err ()
    else if bool_gen () then begin
      S.store ();
      any_code (n - 1) (d - 2)
    end
    else begin
      S.add ();
      with_store (n - 1) (d - 1)
    end
  [@@covers {| n:{v:int | 0 <= v} -> d:{v:int | 0 <= v} -> [tr | len tr <= n && conforms tr d && has_store tr] |}]
  [@@measure n]
end
