let wrong = ref false
let acceptors = 3

(* Of each acceptor: the highest ballot that it has promised, and what it has accepted. *)
let promised = Array.make acceptors 0
let accepted : (int * int) option array = Array.make acceptors None

(* Of each proposer, by ballot: who has promised, and what was accepted before, with the highest ballot. *)
let promises : (int * int) list ref = ref []
let heard : (int * (int * int)) list ref = ref []

(* All that was accepted: ballot, acceptor, value. *)
let log : (int * int * int) list ref = ref []

let fresh () =
  Array.fill promised 0 acceptors 0;
  Array.fill accepted 0 acceptors None;
  promises := [];
  heard := [];
  log := []

let known ballot acceptor = (ballot = 1 || ballot = 2) && 0 <= acceptor && acceptor < acceptors

let prepare ballot acceptor =
  let good = known ballot acceptor && ballot >= promised.(acceptor) in
  if good then begin
    promised.(acceptor) <- ballot;
    if not (List.mem (ballot, acceptor) !promises) then promises := (ballot, acceptor) :: !promises;
    match accepted.(acceptor) with Some before -> heard := (ballot, before) :: !heard | None -> ()
  end;
  good

let value ballot =
  let before = List.filter_map (fun (b, v) -> if b = ballot then Some v else None) !heard in
  match List.sort (fun a b -> compare b a) before with (_, v) :: _ -> v | [] -> 100 + ballot

let accept ballot acceptor =
  let quorum = List.length (List.filter (fun (b, _) -> b = ballot) !promises) >= 2 in
  let good = known ballot acceptor && quorum && (!wrong || ballot >= promised.(acceptor)) in
  if good then begin
    (* A proposer proposes one value in its ballot. *)
    let v = match List.find_opt (fun (b, _, _) -> b = ballot) !log with Some (_, _, v) -> v | None -> value ballot in
    accepted.(acceptor) <- Some (ballot, v);
    log := (ballot, acceptor, v) :: !log
  end;
  good

let chosen () =
  let by ballot = List.sort_uniq compare (List.filter_map (fun (b, a, _) -> if b = ballot then Some a else None) !log) in
  let of_ballot ballot =
    if List.length (by ballot) >= 2 then
      List.filter_map (fun (b, _, v) -> if b = ballot then Some v else None) !log
    else []
  in
  List.length (List.sort_uniq compare (of_ballot 1 @ of_ballot 2))
