(* Messages between numbered nodes, in order for each pair. Which one is delivered next is for the scheduler to say, that is, for
   the generator. *)
module Make (Message : sig
  type t
end) =
struct
  let channels : (int * int, Message.t Queue.t) Hashtbl.t = Hashtbl.create 16
  let fresh () = Hashtbl.reset channels

  let channel source target =
    match Hashtbl.find_opt channels (source, target) with
    | Some queue -> queue
    | None ->
        let queue = Queue.create () in
        Hashtbl.replace channels (source, target) queue;
        queue

  let send source target message = Queue.add message (channel source target)

  (* The oldest message from one node to another; whether there was one. *)
  let deliver source target receive =
    match Queue.take_opt (channel source target) with
    | Some message ->
        receive message;
        true
    | None -> false
end
