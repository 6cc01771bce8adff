let wrong = ref false
let servers = 3
let term = Array.make servers 0
let voted_for : int option array = Array.make servers None

(* Votes that were given: term, candidate, server. *)
let votes : (int * int * int) list ref = ref []

let fresh () =
  Array.fill term 0 servers 0;
  Array.fill voted_for 0 servers None;
  votes := []

let known i = 0 <= i && i < servers

let timeout i =
  if known i then begin
    term.(i) <- term.(i) + 1;
    voted_for.(i) <- Some i;
    votes := (term.(i), i, i) :: !votes
  end

let request_vote candidate j =
  known candidate && known j && candidate <> j
  && voted_for.(candidate) = Some candidate
  && term.(candidate) >= term.(j)
  && begin
       if term.(candidate) > term.(j) then begin
         term.(j) <- term.(candidate);
         voted_for.(j) <- None
       end;
       let good = match voted_for.(j) with None -> true | Some c -> c = candidate in
       if good then begin
         voted_for.(j) <- Some candidate;
         votes := (term.(j), candidate, j) :: !votes
       end;
       good
     end

(* Terms and votes are kept on disk. *)
let restart i = if known i && !wrong then voted_for.(i) <- None

let leaders () =
  let terms = List.sort_uniq compare (List.map (fun (t, _, _) -> t) !votes) in
  let elected t c =
    List.length (List.sort_uniq compare (List.filter (fun (u, d, _) -> t = u && c = d) !votes)) >= 2
  in
  let count t = List.length (List.filter (elected t) [ 0; 1; 2 ]) in
  List.fold_left (fun most t -> max most (count t)) 0 terms
