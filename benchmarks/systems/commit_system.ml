type message = Yes | No | Commit | Abort

module Net = Network.Make (struct
  type t = message
end)

let wrong = ref false
let coordinator = 2

(* Who has agreed, as far as the coordinator knows. *)
let yes : int list ref = ref []
let refused = ref false
let decided = ref false
let done_ = Array.make 2 false

let fresh () =
  Net.fresh ();
  yes := [];
  refused := false;
  decided := false;
  Array.fill done_ 0 2 false

let known p = p = 0 || p = 1
let said = Hashtbl.create 2
let fresh () = Hashtbl.reset said; fresh ()

(* A participant that is asked again says the same. *)
let vote p agrees =
  if known p then begin
    if not (Hashtbl.mem said p) then Hashtbl.replace said p agrees;
    Net.send p coordinator (if Hashtbl.find said p then Yes else No)
  end

let collect p =
  known p
  && Net.deliver p coordinator (function
       | Yes -> if !wrong || not (List.mem p !yes) then yes := p :: !yes
       | _ -> refused := true)

let decide () =
  if not !decided then begin
    decided := true;
    let good = List.length !yes >= 2 && not !refused in
    List.iter (fun p -> Net.send coordinator p (if good then Commit else Abort)) [ 0; 1 ]
  end

let inform p = known p && Net.deliver coordinator p (fun m -> if m = Commit then done_.(p) <- true)
let committed p = known p && done_.(p)
