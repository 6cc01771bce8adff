(* Two writes without a read between them: the second one arrives late. *)
let value = ref 0
let late : int option ref = ref None
let written = ref false

let fresh () =
  value := 0;
  late := None;
  written := false

let write x =
  if !written then late := Some x else value := x;
  written := true

let read () =
  let seen = !value in
  (match !late with Some x -> value := x | None -> ());
  late := None;
  written := false;
  seen
