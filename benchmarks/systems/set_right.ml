let elements : int list ref = ref []
let fresh () = elements := []
let insert x = if not (List.mem x !elements) then elements := x :: !elements
let delete x = elements := List.filter (fun y -> y <> x) !elements
let mem x = List.mem x !elements
