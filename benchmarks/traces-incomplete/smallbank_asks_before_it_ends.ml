(* No balance is asked for after the first transfer has ended. *)
(* expect: rejected *)
(* missing: ended 0 0 0 0 0 1 => [Balance (0, 0); Finish (0, true); Balance (0, 0)] *)
open Covenant_runtime

type event =
  | Deposit of int * int * int
  | Save of int * int * int
  | Amalgamate of int * int * int
  | Finish of int * bool
  | Balance of int * int

module type SMALLBANK = sig
  val deposit : int -> int -> int -> unit
  val save : int -> int -> int -> unit
  val amalgamate : int -> int -> int -> unit
  val finish : int -> bool
  val balance : int -> int
end [@@operators event]

let[@goal] lost (c : int) (d : int) (w : int) (x : int) (y : int) =
  {| (Balance (_, _) | Save (_, _, _))*; (Deposit (c, w, x) when x > 0); (Balance (_, _))*; (Deposit (d, w, y) when c <> d && y > 0); Finish (c, true); (Balance (_, _))*; Finish (d, true); (Balance (w, r) when r < x + y) |}

module Generators (S : SMALLBANK) = struct
  let ended (n : int) (c : int) (d : int) (w : int) (x : int) (y : int) : unit =
    let done_ = S.finish d in
    if done_ then begin
      let left = S.balance w in
      if left < x + y then () else err ()
    end
    else err ()
  [@@covers {| n:{v:int | true} -> c:{v:int | true} -> d:{v:int | true} -> w:{v:int | true} -> x:{v:int | true} -> y:{v:int | true} -> [tr | len tr <= 3 && lost_3 c d w x y tr] |}]
end
