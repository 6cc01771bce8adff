(* A loop that ends for all arguments but one.
   expect: did not return: wait 2 *)

let wait (n : int) : int =
  let left = ref n in
  while !left = 2 do
    ()
  done;
  !left
[@@covers {| n:int -> {v:int | v = n} |}]
