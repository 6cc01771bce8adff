module Net = Network.Make (struct
  type t = int
end)

let wrong = ref false

(* Hosts with a request that is not answered, and hosts that were answered. *)
let asking : int list ref = ref []
let answered : int list ref = ref []
let outside_requests : int list ref = ref []

let fresh () =
  Net.fresh ();
  asking := [];
  answered := [];
  outside_requests := []

let request i = Net.send i 1000 i

let pass i =
  Net.deliver i 1000 (fun i ->
      let closed = !wrong && List.mem i !answered in
      if not closed then begin
        asking := i :: !asking;
        outside_requests := i :: !outside_requests
      end)

let reply i =
  let good = List.mem i !asking in
  if good then begin
    asking := List.filter (fun j -> j <> i) !asking;
    answered := i :: !answered
  end;
  good

let outside i = List.length (List.filter (fun j -> i = j) !outside_requests)
