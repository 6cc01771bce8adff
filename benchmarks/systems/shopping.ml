(* A shop: what was added to a cart can be checked out. An addition reads the cart when it starts and writes it when it ends;
   two clients may be in the middle of one at the same time. Items are 0 to 7. *)
open Covenant_runtime

type event = Add of int * int | Finish of int * bool | In_cart of int * bool | Checkout

module type SHOP = sig
  val add : int -> int -> unit
  val finish : int -> bool
  val in_cart : int -> bool
  val checkout : unit -> unit
end [@@operators event]

(* What the client is adding. *)
let[@predicate] rec adding (h : event list) (c : int) (i : int) : bool =
  match h with
  | [] -> false
  | Add (d, j) :: rest -> if c = d then i = j else adding rest c i
  | Finish (d, _) :: rest -> c <> d && adding rest c i
  | In_cart (_, _) :: rest -> adding rest c i
  | Checkout :: rest -> adding rest c i

let[@predicate] rec added (h : event list) (i : int) : bool =
  match h with
  | [] -> false
  | Finish (c, b) :: rest -> (b && adding rest c i) || added rest i
  | Add (_, _) :: rest -> added rest i
  | In_cart (_, _) :: rest -> added rest i
  | Checkout :: _ -> false

(* What was added is there. (More may be: an addition may have begun before a checkout.) *)
let[@answers] in_cart (h : event list) (i : int) (r : bool) : bool = r || i < 0 || 59 < i || not (added h i)

let[@goal] lost (c : int) (d : int) (i : int) (j : int) =
  {| (Checkout | In_cart (_, _))*; Add (c, i); (In_cart (_, _))*; (Add (d, j) when c <> d && i <> j); Finish (c, true); (In_cart (_, _))*; Finish (d, true); In_cart (i, false) |}
