(* The lock is a lease: after three refusals it is given away. *)
let holder : int option ref = ref None
let refused = ref 0

let fresh () =
  holder := None;
  refused := 0

let acquire a =
  let free = !holder = None || !refused >= 3 in
  if free then begin
    holder := Some a;
    refused := 0
  end
  else incr refused;
  free

let release a = if !holder = Some a then holder := None
