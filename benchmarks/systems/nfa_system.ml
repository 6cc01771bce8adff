let wrong = ref false
let finals : int list ref = ref []
let edges : (int * int * int) list ref = ref []

let fresh () =
  finals := [];
  edges := []

let final x = finals := x :: !finals
let transition a c b = if not (List.mem (a, c, b) !edges) then edges := (a, c, b) :: !edges
let size () = List.length !edges

let after states letter =
  let next state =
    let found = List.filter_map (fun (a, c, b) -> if a = state && c = letter then Some b else None) !edges in
    match found with first :: _ when !wrong -> [ first ] | all -> all
  in
  List.concat_map next states

let accepts c d = List.exists (fun x -> List.mem x !finals) (after (after [ 0 ] c) d)
