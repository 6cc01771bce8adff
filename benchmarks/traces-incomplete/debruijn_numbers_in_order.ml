(* The first number is always the smaller one. *)
(* expect: rejected *)
(* missing: applied 1 0 => [Number 1; Number 0; Agrees false] *)
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

let[@goal] differ (a : int) (b : int) =
  {| App; Lam; (Plus; Number _)*; App; Lam; (Plus; Number _)*; Var 0; (Number a when a <> b); Number b; Agrees false |}

module Generators (S : INTERPRETER) = struct
  let last (a : int) (b : int) : unit =
    S.number b;
    if S.agrees () then err () else ()
  [@@covers {| a:{v:int | true} -> b:{v:int | true} -> [tr | differ_8 a b tr] |}]

  let applied (a : int) (b : int) : unit =
    if a < b then begin
      S.number a;
      last a b
    end
    else err ()
  [@@covers {| a:{v:int | true} -> b:{v:int | true} -> [tr | differ_7 a b tr] |}]
end
