(* What was withdrawn is noticed when the balance is asked for, or something is paid in. *)
let amount = ref 0
let out = ref 0

let settle () =
  amount := !amount - !out;
  out := 0

let fresh () =
  amount := 0;
  out := 0

let deposit x =
  settle ();
  if x > 0 then amount := !amount + x

let withdraw x =
  let good = x > 0 && x <= !amount in
  if good then out := !out + x;
  good

let balance () =
  settle ();
  !amount
