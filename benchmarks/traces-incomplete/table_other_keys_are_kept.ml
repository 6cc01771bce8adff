(* Nothing is removed after the key has its value. *)
(* expect: rejected *)
(* missing: given 2 0 0 => [Remove 1; Find (0, None)] *)
open Covenant_runtime

type event = Replace of int * int | Remove of int | Find of int * int option

module type TABLE = sig
  val replace : int -> int -> unit
  val remove : int -> unit
  val find : int -> int option
end [@@operators event]

let[@goal] changed (k : int) (w : int) =
  {| .*; Replace (k, w); (. - (Replace (k, _) | Remove k))*; Find (k, r) when r <> Some w |}

module Generators (S : TABLE) = struct
  let rec given (n : int) (k : int) (w : int) : unit =
    if n <= 0 then err ()
    else if bool_gen () then begin
      let found = S.find k in
      if found = Some w then given (n - 1) k w else ()
    end
    else begin
      let key = int_gen () in
      if bool_gen () then begin
        let _ = S.find key in
        given (n - 1) k w
      end
      else if key = k then err ()
      else begin
        let value = int_gen () in
        S.replace key value;
        given (n - 1) k w
      end
    end
  [@@covers {| n:{v:int | 0 <= v} -> k:{v:int | true} -> w:{v:int | true} -> [tr | len tr <= n && changed_1 k w tr] |}]
  [@@measure n]
end
