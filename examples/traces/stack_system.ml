(* A stack. *)
let elements = ref []
let fresh () = elements := []
let push x = elements := x :: !elements

let pop () =
  match !elements with
  | [] -> None
  | x :: rest ->
      elements := rest;
      Some x

let is_empty () = !elements = []
