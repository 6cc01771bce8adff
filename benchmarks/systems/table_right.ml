let pairs : (int * int) list ref = ref []
let fresh () = pairs := []
let remove k = pairs := List.filter (fun (j, _) -> j <> k) !pairs

let replace k v =
  remove k;
  pairs := (k, v) :: !pairs

let find k = List.assoc_opt k !pairs
