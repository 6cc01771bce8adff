(* The same, but nothing is known about terms. *)
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

let[@goal] differ =
  {| (. - Agrees _)*; Agrees false |}

module By_hand (S : INTERPRETER) = struct
  (* By hand: the same claim as that of the synthesized generator. *)
  let rec any_token (n : int) : unit =
    if n <= 0 then err ()
    else if bool_gen () then if S.agrees () then err () else ()
    else begin
      let token = int_range 0 4 in
      if token = 0 then begin
        let index = int_gen () in
        S.var index;
        any_token (n - 1)
      end
      else if token = 1 then begin
        S.lam ();
        any_token (n - 1)
      end
      else if token = 2 then begin
        S.app ();
        any_token (n - 1)
      end
      else if token = 3 then begin
        let number = int_gen () in
        S.number number;
        any_token (n - 1)
      end
      else begin
        S.plus ();
        any_token (n - 1)
      end
    end
  [@@covers {| n:{v:int | 0 <= v} -> [tr | len tr <= n && differ tr] |}]
  [@@measure n]

  let by_hand (n : int) : unit = any_token (n + 1)
  [@@covers {| n:{v:int | 0 <= v} -> [tr | len tr <= n + 1 && differ tr] |}]
end
