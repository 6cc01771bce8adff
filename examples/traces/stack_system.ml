(* A stack. *)
let elements : int list ref = ref []
let fresh () = elements := []
let push x = elements := x :: !elements

let pop () =
  match !elements with
  | [] -> None
  | x :: rest ->
      elements := rest;
      Some x

let is_empty () = !elements = []
