(* Nobody looks for the thing itself before the other one is done. *)
(* expect: rejected *)
(* missing: finished 3 0 0 0 0 => [In_cart (0, false); Finish (0, true); In_cart (0, false)] *)
open Covenant_runtime

type event = Add of int * int | Finish of int * bool | In_cart of int * bool | Checkout

module type SHOP = sig
  val add : int -> int -> unit
  val finish : int -> bool
  val in_cart : int -> bool
  val checkout : unit -> unit
end [@@operators event]

let[@goal] lost (c : int) (d : int) (i : int) (j : int) =
  {| (Checkout | In_cart (_, _))*; Add (c, i); (In_cart (_, _))*; (Add (d, j) when c <> d && i <> j); Finish (c, true); (In_cart (_, _))*; Finish (d, true); In_cart (i, false) |}

module Generators (S : SHOP) = struct
  let rec finished (n : int) (c : int) (d : int) (i : int) (j : int) : unit =
    if n <= 0 then err ()
    else if bool_gen () then begin
      let other = int_gen () in
      if other = i then err ()
      else begin
        let _ = S.in_cart other in
        finished (n - 1) c d i j
      end
    end
    else begin
      let done_ = S.finish d in
      if done_ then begin
        let there = S.in_cart i in
        if there then err () else ()
      end
      else err ()
    end
  [@@covers {| n:{v:int | 0 <= v} -> c:{v:int | true} -> d:{v:int | true} -> i:{v:int | true} -> j:{v:int | true} -> [tr | len tr <= n && lost_3 c d i j tr] |}]
  [@@measure n]
end
