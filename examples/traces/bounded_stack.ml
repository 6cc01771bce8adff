(* A stack for two elements: a push on a full one is lost. *)
let elements : int list ref = ref []
let fresh () = elements := []
let push x = if List.length !elements < 2 then elements := x :: !elements

let pop () =
  match !elements with
  | [] -> None
  | x :: rest ->
      elements := rest;
      Some x

let is_empty () = !elements = []
