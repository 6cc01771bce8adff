module Net = Network.Make (struct
  type t = int
end)

let wrong = ref false
let tail = ref 0
let failed = ref false

(* What the head has sent and the tail has not got yet, oldest first. *)
let unconfirmed : int list ref = ref []

let fresh () =
  Net.fresh ();
  tail := 0;
  failed := false;
  unconfirmed := []

let receive x =
  tail := x;
  unconfirmed := (match !unconfirmed with [] -> [] | _ :: rest -> rest)

let put x =
  unconfirmed := !unconfirmed @ [ x ];
  Net.send 0 (if !failed then 2 else 1) x

(* The middle one takes a write; it hands writes on. *)
let forward () = (not !failed) && Net.deliver 0 1 (fun x -> Net.send 1 2 x)
let hand_on () = if !failed then Net.deliver 0 2 receive else Net.deliver 1 2 receive

let fail () =
  if not !failed then begin
    failed := true;
    let waiting = List.of_seq (Queue.to_seq (Net.channel 0 1)) in
    Queue.clear (Net.channel 0 1);
    Queue.clear (Net.channel 1 2);
    (* The head sends again what was not confirmed. *)
    List.iter (Net.send 0 2) (if !wrong then waiting else !unconfirmed)
  end

let settle () =
  while forward () do () done;
  while hand_on () do () done

let get () = !tail
