(* Stock: items with positive quantities, and a price that may be zero. *)
(* expect: valid *)
(* level: 2 *)
open Covenant_runtime

type item = { id : int; quantity : int; price : int }

let[@predicate] good_item (i : item) : bool = 0 <= i.id && 1 <= i.quantity && 0 <= i.price

let[@predicate] rec good_stock (l : item list) : bool =
  match l with [] -> true | i :: rest -> good_item i && good_stock rest

let item () : item = { id = nat_gen (); quantity = 1 + nat_gen (); price = nat_gen () }
[@@covers {| M [v:item | good_item v] |}]

let rec stock (n : int) : item list =
  if n <= 0 || bool_gen () then [] else item () :: stock (n - 1)
[@@covers {| n:{v:int | true} -> [v:item list | good_stock v && len v <= n] |}]
[@@measure max n 0]
