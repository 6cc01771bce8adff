let wrong = ref false
let parents : (int * int) list ref = ref []
let fresh () = parents := []
let there x = x = 0 || List.mem_assoc x !parents

let create p x =
  let good = (not (there x)) && there p && x <> p in
  if good then parents := (x, p) :: !parents;
  good

let rec remove x =
  let below = List.filter (fun (_, p) -> p = x) !parents in
  parents := List.filter (fun (y, _) -> y <> x) !parents;
  if not !wrong then List.iter (fun (y, _) -> remove y) below

let delete x =
  let good = x <> 0 && there x in
  if good then remove x;
  good

let exists x = there x
