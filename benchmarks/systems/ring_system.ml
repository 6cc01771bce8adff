module Net = Network.Make (struct
  type t = int
end)

let wrong = ref false
let started = Array.make 3 false
let leader = Array.make 3 false

let fresh () =
  Net.fresh ();
  Array.fill started 0 3 false;
  Array.fill leader 0 3 false

let next i = (i + 1) mod 3
let before i = (i + 2) mod 3

let start i =
  if 0 <= i && i < 3 then begin
    started.(i) <- true;
    Net.send i (next i) i
  end

(* Node [i] takes a message from the node before it. *)
let deliver i =
  0 <= i && i < 3
  && Net.deliver (before i) i (fun candidate ->
         if candidate = i then leader.(i) <- true
         else if candidate > i then Net.send i (next i) candidate
         else if !wrong && not started.(i) then Net.send i (next i) candidate)

let leaders () = Array.fold_left (fun n yes -> if yes then n + 1 else n) 0 leader
