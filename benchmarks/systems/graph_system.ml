(* Sets of connected nodes, by a representative of each. *)
let wrong = ref false
let parent : (int * int) list ref = ref []
let fresh () = parent := []
let rec root x = match List.assoc_opt x !parent with Some p when p <> x -> root p | _ -> x
let set x p = parent := (x, p) :: List.remove_assoc x !parent
let node x = if not (List.mem_assoc x !parent) then set x x

let edge a b =
  let good = List.mem_assoc a !parent && List.mem_assoc b !parent in
  if good && root a <> root b then set (if !wrong then a else root a) (root b);
  good

let nodes () = List.length !parent
let connected a b = root a = root b
