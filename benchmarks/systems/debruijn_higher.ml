(* An interpreter of the lambda calculus; terms of higher order: a function is an argument. *)
(* expect: valid *)
open Covenant_runtime

type event = Var of int | Lam | App | Number of int | Plus | Agrees of bool

module type INTERPRETER = sig
  val var : int -> unit
  val lam : unit -> unit
  val app : unit -> unit
  val number : int -> unit
  val plus : unit -> unit
  val agrees : unit -> bool
end [@@operators event]

let[@answers] agrees (_ : event list) (r : bool) : bool = r

let[@goal] differ (a : int) =
  {| App; Lam; (Plus; Number _)*; App; Lam; (Plus; Number _)*; App; Var 1; Var 0; Number a; Lam; (Plus; Number _)*; Var 0; Agrees false |}

module By_hand (S : INTERPRETER) = struct
  (* By hand: the same claim as that of the synthesized generator. *)
  let rec argument (n : int) (a : int) : unit =
    if n <= 1 then err ()
    else if bool_gen () then begin
      S.plus ();
      let summand = int_gen () in
      S.number summand;
      argument (n - 2) a
    end
    else begin
      S.var 0;
      if S.agrees () then err () else ()
    end
  [@@covers {| n:{v:int | 0 <= v} -> a:{v:int | true} -> [tr | len tr <= n && differ_11 a tr] |}]
  [@@measure n]

  let applied_to (n : int) (a : int) : unit =
    if n <= 1 then err ()
    else begin
      S.number a;
      S.lam ();
      argument (n - 2) a
    end
  [@@covers {| n:{v:int | 0 <= v} -> a:{v:int | true} -> [tr | len tr <= n && differ_9 a tr] |}]

  let applied (n : int) (a : int) : unit =
    if n <= 1 then err ()
    else begin
      S.var 1;
      S.var 0;
      applied_to (n - 2) a
    end
  [@@covers {| n:{v:int | 0 <= v} -> a:{v:int | true} -> [tr | len tr <= n && differ_7 a tr] |}]

  let rec inner (n : int) (a : int) : unit =
    if n <= 1 then err ()
    else if bool_gen () then begin
      S.plus ();
      let summand = int_gen () in
      S.number summand;
      inner (n - 2) a
    end
    else begin
      S.app ();
      applied (n - 1) a
    end
  [@@covers {| n:{v:int | 0 <= v} -> a:{v:int | true} -> [tr | len tr <= n && differ_5 a tr] |}]
  [@@measure n]

  let rec outer (n : int) (a : int) : unit =
    if n <= 1 then err ()
    else if bool_gen () then begin
      S.plus ();
      let summand = int_gen () in
      S.number summand;
      outer (n - 2) a
    end
    else begin
      S.app ();
      S.lam ();
      inner (n - 2) a
    end
  [@@covers {| n:{v:int | 0 <= v} -> a:{v:int | true} -> [tr | len tr <= n && differ_2 a tr] |}]
  [@@measure n]

  let by_hand (n : int) (a : int) : unit =
    S.app ();
    S.lam ();
    outer (n + 9) a
  [@@covers {| n:{v:int | 0 <= v} -> a:{v:int | true} -> [tr | len tr <= n + 11 && differ a tr] |}]
end
