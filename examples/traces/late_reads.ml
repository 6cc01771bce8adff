(* A database whose responses answer with the value of now, not of the time of the request. *)
let value = ref 0
let requests = ref 0

let fresh () =
  value := 0;
  requests := 0

let write x = value := x

let read_req () =
  incr requests;
  !requests

let read_rsp (_ : int) = !value
