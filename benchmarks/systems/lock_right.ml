let holder : int option ref = ref None
let fresh () = holder := None

let acquire a =
  let free = !holder = None in
  if free then holder := Some a;
  free

let release a = if !holder = Some a then holder := None
