(* The fourth key makes the table grow, and what is in bucket 0 is lost then. *)
let pairs : (int * int) list ref = ref []
let grown = ref false

let fresh () =
  pairs := [];
  grown := false

let remove k = pairs := List.filter (fun (j, _) -> j <> k) !pairs

let replace k v =
  remove k;
  pairs := (k, v) :: !pairs;
  if List.length !pairs = 4 && not !grown then begin
    grown := true;
    pairs := List.filter (fun (j, _) -> j mod 4 <> 0) !pairs
  end

let find k = List.assoc_opt k !pairs
