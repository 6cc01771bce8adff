(* A yellow light always turns red at once; the helper's claim fails already. *)
(* expect: rejected *)
(* missing: next_light Yellow => Yellow *)
(* missing: light_trace 1 Yellow => Then (Yellow, Stop) *)
open Covenant_runtime

type light = Red | Green | Yellow
type trace = Stop | Then of light * trace

let[@predicate] follows (now : light) (next : light) : bool =
  match now with
  | Red -> next = Green
  | Green -> next = Yellow
  | Yellow -> next = Red || next = Yellow

let[@predicate] rec allowed (t : trace) (now : light) : bool =
  match t with Stop -> true | Then (next, rest) -> follows now next && allowed rest next

let[@predicate] rec steps_of (t : trace) : int =
  match t with Stop -> 0 | Then (_, rest) -> 1 + steps_of rest

let next_light (now : light) : light =
  match now with
  | Red -> Green
  | Green -> Yellow
  | Yellow -> Red
[@@covers {| now:{v:light | true} -> [v:light | follows now v] |}]

let rec light_trace (steps : int) (now : light) : trace =
  if steps = 0 then Stop
  else
    let next = next_light now in
    let rest = light_trace (steps - 1) next in
    Then (next, rest)
[@@covers {|
  steps:{v:int | 0 <= v} -> now:{v:light | true} ->
  [v:trace | steps_of v = steps && allowed v now]
|}]
[@@measure steps]
