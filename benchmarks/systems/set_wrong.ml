(* A deletion of what is not there deletes the last one. *)
let elements : int list ref = ref []
let fresh () = elements := []
let insert x = if not (List.mem x !elements) then elements := x :: !elements

let delete x =
  if List.mem x !elements then elements := List.filter (fun y -> y <> x) !elements
  else elements := (match !elements with [] -> [] | _ :: rest -> rest)

let mem x = List.mem x !elements
