let amount = ref 0
let fresh () = amount := 0
let deposit x = if x > 0 then amount := !amount + x

let withdraw x =
  let good = x > 0 && x <= !amount in
  if good then amount := !amount - x;
  good

let balance () = !amount
