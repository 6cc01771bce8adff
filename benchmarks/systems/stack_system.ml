let wrong = ref false
let elements : int list ref = ref []
let fresh () = elements := []

let push x =
  match !elements with
  | [ _; below ] when !wrong -> elements := [ below ]
  | all -> elements := x :: all

let pop () =
  match !elements with
  | [] -> 0
  | x :: rest ->
      elements := rest;
      x

let is_empty () = !elements = []
