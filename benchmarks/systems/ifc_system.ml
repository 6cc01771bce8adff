type rule = Right | Store | Add | Load

(* The rule whose label is wrong. *)
let wrong = ref Right

(* A value in both runs. *)
type labelled = { public : bool; first : int; second : int }

let zero = { public = true; first = 0; second = 0 }
let stack : labelled list ref = ref []
let first_memory = Array.make 8 zero
let second_memory = Array.make 8 zero

let fresh () =
  stack := [];
  Array.fill first_memory 0 8 zero;
  Array.fill second_memory 0 8 zero

let push public x y = stack := { public; first = x; second = (if public then x else y) } :: !stack
let good a = 0 <= a && a < 8

let store () =
  match !stack with
  | address :: value :: rest when good address.first && good address.second ->
      (* At a secret address the two runs write at different places, which shows. *)
      let allowed = address.public || !wrong = Store in
      stack := rest;
      if allowed then begin
        first_memory.(address.first) <- value;
        second_memory.(address.second) <- value
      end;
      allowed
  | _ -> false

let add () =
  match !stack with
  | x :: y :: rest ->
      let public = if !wrong = Add then x.public else x.public && y.public in
      stack := { public; first = x.first + y.first; second = x.second + y.second } :: rest;
      true
  | _ -> false

let load () =
  match !stack with
  | address :: rest when good address.first && good address.second ->
      let x = first_memory.(address.first) and y = second_memory.(address.second) in
      let public = x.public && y.public && (address.public || !wrong = Load) in
      stack := { public; first = x.first; second = y.second } :: rest;
      true
  | _ -> false

let same () =
  let seen x y = (x.public = y.public) && ((not x.public) || x.first = y.second) in
  List.for_all2 seen (Array.to_list first_memory) (Array.to_list second_memory)
