module Net = Network.Make (struct
  type t = int * int * int
end)

let wrong = ref false
let running : int list ref = ref []

(* Of the transactions that run: what was written, newest first; and what has arrived at the shards. *)
let written : ((int * int) * int) list ref = ref []
let arrived : ((int * int) * int) list ref = ref []
let committed : (int * int) list ref = ref []

let fresh () =
  Net.fresh ();
  running := [];
  written := [];
  arrived := [];
  committed := []

let start t = if not (List.mem t !running) then running := t :: !running
let shard k = abs k mod 2

let update t k x =
  if List.mem t !running then begin
    written := ((t, k), x) :: !written;
    Net.send 1000 (shard k) (t, k, x)
  end

let arrive s = Net.deliver 1000 s (fun (t, k, x) -> arrived := ((t, k), x) :: !arrived)

let read t k =
  let own = if List.mem t !running then List.assoc_opt (t, k) (if !wrong then !arrived else !written) else None in
  match own with Some x -> x | None -> Option.value ~default:0 (List.assoc_opt k !committed)

let finish t =
  if List.mem t !running then begin
    running := List.filter (fun u -> u <> t) !running;
    let own = List.filter (fun ((u, _), _) -> u = t) !written in
    let seen = List.sort_uniq compare (List.map (fun ((_, k), _) -> k) own) in
    List.iter (fun k -> committed := (k, List.assoc (t, k) own) :: List.remove_assoc k !committed) seen;
    let others = List.filter (fun ((u, _), _) -> u <> t) in
    written := others !written;
    arrived := others !arrived
  end
