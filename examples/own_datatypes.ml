(* Your own types, predicates and helper generators.

   A [@predicate] is a total function: it may be used in claims and also be called by
   programs. Generators may call one another; a call is judged by the claim of the
   generator that is called, never by its code.

   What is described here are shopping carts: at most [size] entries, no article
   twice, every quantity between 1 and [most]. *)
(* expect: valid *)
open Covenant_runtime

type entry = { article : int; quantity : int }
type cart = Empty | Add of entry * cart

let[@predicate] rec entries (c : cart) : int =
  match c with Empty -> 0 | Add (_, rest) -> 1 + entries rest

let[@predicate] rec contains (c : cart) (article : int) : bool =
  match c with
  | Empty -> false
  | Add (e, rest) -> e.article = article || contains rest article

let[@predicate] rec well_formed (c : cart) (most : int) : bool =
  match c with
  | Empty -> true
  | Add (e, rest) ->
      1 <= e.quantity && e.quantity <= most
      && (not (contains rest e.article))
      && well_formed rest most

let entry (most : int) : entry =
  let article = int_gen () in
  let quantity = int_range 1 most in
  { article; quantity }
[@@covers {|
  most:{v:int | 1 <= v} -> [v:entry | 1 <= v.quantity && v.quantity <= most]
|}]

let rec cart (size : int) (most : int) : cart =
  if size = 0 then Empty
  else if bool_gen () then Empty
  else
    let rest = cart (size - 1) most in
    let e = entry most in
    if contains rest e.article then err () else Add (e, rest)
[@@covers {|
  size:{v:int | 0 <= v} -> most:{v:int | 1 <= v} ->
  [v:cart | entries v <= size && well_formed v most]
|}]
[@@measure size]
