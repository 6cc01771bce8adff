(* An interpreter of the lambda calculus; terms of first order: functions are applied where they are written. *)
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

let[@goal] differ (a : int) (b : int) =
  {| App; Lam; (Plus; Number _)*; App; Lam; (Plus; Number _)*; Var 0; (Number a when a <> b); Number b; Agrees false |}

module By_hand (S : INTERPRETER) = struct
  (* By hand: the same claim as that of the synthesized generator. *)
  let last (a : int) (b : int) : unit =
    S.number b;
    if S.agrees () then err () else ()
  [@@covers {| a:{v:int | true} -> b:{v:int | true} -> [tr | differ_8 a b tr] |}]

  let applied (a : int) (b : int) : unit =
    if a = b then err ()
    else begin
      S.number a;
      last a b
    end
  [@@covers {| a:{v:int | true} -> b:{v:int | true} -> [tr | differ_7 a b tr] |}]

  let rec inner (n : int) (a : int) (b : int) : unit =
    if n <= 1 then err ()
    else if bool_gen () then begin
      S.plus ();
      let summand = int_gen () in
      S.number summand;
      inner (n - 2) a b
    end
    else begin
      S.var 0;
      applied a b
    end
  [@@covers {| n:{v:int | 0 <= v} -> a:{v:int | true} -> b:{v:int | true} -> [tr | len tr <= n && differ_5 a b tr] |}]
  [@@measure n]

  let rec outer (n : int) (a : int) (b : int) : unit =
    if n <= 1 then err ()
    else if bool_gen () then begin
      S.plus ();
      let summand = int_gen () in
      S.number summand;
      outer (n - 2) a b
    end
    else begin
      S.app ();
      S.lam ();
      inner (n - 2) a b
    end
  [@@covers {| n:{v:int | 0 <= v} -> a:{v:int | true} -> b:{v:int | true} -> [tr | len tr <= n && differ_2 a b tr] |}]
  [@@measure n]

  let by_hand (n : int) (a : int) (b : int) : unit =
    S.app ();
    S.lam ();
    outer (n + 6) a b
  [@@covers {| n:{v:int | 0 <= v} -> a:{v:int | true} -> b:{v:int | true} -> [tr | len tr <= n + 8 && differ a b tr] |}]
end
