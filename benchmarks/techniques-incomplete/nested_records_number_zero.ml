(* An order whose address has a flag; all live at number 0. *)
(* expect: rejected *)
(* missing: domestic () => { amount = 1; ship_to = { number = 1; abroad = false } } *)
open Covenant_runtime

type address = { number : int; abroad : bool }
type order = { amount : int; ship_to : address }

let domestic () : order =
  let number = 0 in
  let home = { number; abroad = false } in
  let amount = int_range 1 10 in
  { amount; ship_to = home }
[@@covers {|
  M [v:order | 1 <= v.amount && v.amount <= 10 && not v.ship_to.abroad && 0 <= v.ship_to.number]
|}]
