(* A shop: what was added to a cart can be checked out. An addition reads the cart when it starts and writes it when it ends;
   two clients may be in the middle of one at the same time. Items are 0 to 7. *)
(* expect: valid *)
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

module By_hand (S : SHOP) = struct
  (* By hand: the same claim as that of the synthesized generator. *)
  let rec finished (n : int) (c : int) (d : int) (i : int) (j : int) : unit =
    if n <= 0 then err ()
    else if bool_gen () then begin
      let other = int_gen () in
      let _ = S.in_cart other in
      finished (n - 1) c d i j
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

  let rec first_added (n : int) (c : int) (d : int) (i : int) (j : int) : unit =
    if n <= 0 then err ()
    else if bool_gen () then begin
      let other = int_gen () in
      let _ = S.in_cart other in
      first_added (n - 1) c d i j
    end
    else if c <> d && i <> j then begin
      S.add d j;
      let done_ = S.finish c in
      if done_ then finished (n - 2) c d i j else err ()
    end
    else err ()
  [@@covers {| n:{v:int | 0 <= v} -> c:{v:int | true} -> d:{v:int | true} -> i:{v:int | true} -> j:{v:int | true} -> [tr | len tr <= n && lost_1 c d i j tr] |}]
  [@@measure n]

  let rec shopping (n : int) (c : int) (d : int) (i : int) (j : int) : unit =
    if n <= 0 then err ()
    else if bool_gen () then begin
      S.checkout ();
      shopping (n - 1) c d i j
    end
    else if bool_gen () then begin
      let other = int_gen () in
      let _ = S.in_cart other in
      shopping (n - 1) c d i j
    end
    else begin
      S.add c i;
      first_added (n - 1) c d i j
    end
  [@@covers {| n:{v:int | 0 <= v} -> c:{v:int | true} -> d:{v:int | true} -> i:{v:int | true} -> j:{v:int | true} -> [tr | len tr <= n && lost c d i j tr] |}]
  [@@measure n]

  let by_hand (n : int) (c : int) (d : int) (i : int) (j : int) : unit = shopping (n + 5) c d i j
  [@@covers {| n:{v:int | 0 <= v} -> c:{v:int | true} -> d:{v:int | true} -> i:{v:int | true} -> j:{v:int | true} -> [tr | len tr <= n + 5 && lost c d i j tr] |}]
end
