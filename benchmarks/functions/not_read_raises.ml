(* An exception that nobody catches, in a function that Covenant does not read.
   expect: found: largest [] raises Failure("hd") *)

let largest (l : int list) : int =
  let best = ref (List.hd l) in
  List.iter (fun x -> if x > !best then best := x) l;
  !best
[@@covers {| l:int list -> {v:int | mem l v && forall u:int. mem l u ==> u <= v} |}]
