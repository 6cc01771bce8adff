
(* --- the module Option --- *)

(* No value. *)
let none : 'a option = None

(* A value. *)
let[@predicate] some (x : 'a) : 'a option = Some x

(* The value, or [default]. *)
let[@predicate] value (o : 'a option) (default : 'a) : 'a = match o with None -> default | Some x -> x

(* The value; fails if there is none. For programs. *)
let get (o : 'a option) : 'a = match o with None -> err () | Some x -> x

(* What [f] gives for the value, if there is one. *)
let[@predicate] bind (o : 'a option) (f : 'a -> 'b option) : 'b option =
  match o with None -> None | Some x -> f x

(* The option in an option. *)
let[@predicate] join (o : 'a option option) : 'a option = match o with None -> None | Some x -> x

(* [f] of the value, if there is one. *)
let[@predicate] map (f : 'a -> 'b) (o : 'a option) : 'b option =
  match o with None -> None | Some x -> Some (f x)

(* [some] of the value, or [none]. *)
let[@predicate] fold (none : 'b) (some : 'a -> 'b) (o : 'a option) : 'b =
  match o with None -> none | Some x -> some x

let[@predicate] is_none = is_none
let[@predicate] is_some = is_some

(* A list with the value, or an empty one. *)
let[@predicate] to_list (o : 'a option) : 'a list = match o with None -> [] | Some x -> [ x ]
