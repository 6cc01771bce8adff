module Net = Network.Make (struct
  type t = int
end)

let wrong = ref false
let primary = ref 0
let replica = ref 0

let fresh () =
  Net.fresh ();
  primary := 0;
  replica := 0

let write x =
  primary := x;
  Net.send 0 1 x

let replicate () = Net.deliver 0 1 (fun x -> replica := x)

(* The replica answers for the primary when it has got everything. *)
let read () = if !wrong || Queue.is_empty (Net.channel 0 1) then !replica else !primary
