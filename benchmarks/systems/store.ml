(* Keys and values in memory, with transactions of several clients. [Serializable]: a transaction is refused if something
   that it has read was changed. [Weak]: it is not, so that two transactions may both rest on the same old value. *)
type level = Serializable | Weak

let level = ref Serializable

type transaction = { mutable reads : (string * int) list; mutable writes : (string * int) list }

let values : (string, int) Hashtbl.t = Hashtbl.create 16
let versions : (string, int) Hashtbl.t = Hashtbl.create 16
let running : (int, transaction) Hashtbl.t = Hashtbl.create 4
let version key = Option.value ~default:0 (Hashtbl.find_opt versions key)
let value key = Option.value ~default:0 (Hashtbl.find_opt values key)

let fresh () =
  Hashtbl.reset values;
  Hashtbl.reset versions;
  Hashtbl.reset running

let start client = Hashtbl.replace running client { reads = []; writes = [] }

let read client key =
  match Hashtbl.find_opt running client with
  | None -> value key
  | Some t -> (
      match List.assoc_opt key t.writes with
      | Some v -> v
      | None ->
          t.reads <- (key, version key) :: t.reads;
          value key)

let write client key v =
  match Hashtbl.find_opt running client with Some t -> t.writes <- (key, v) :: t.writes | None -> ()

(* Whether it was done. *)
let commit client =
  match Hashtbl.find_opt running client with
  | None -> false
  | Some t ->
      Hashtbl.remove running client;
      let good = !level = Weak || List.for_all (fun (key, seen) -> version key = seen) t.reads in
      if good then
        List.iter
          (fun (key, v) ->
            Hashtbl.replace values key v;
            Hashtbl.replace versions key (version key + 1))
          (List.rev t.writes);
      good
