
(* --- the module Result --- *)

(* A result. *)
let[@predicate] ok (x : 'a) : ('a, 'e) result = Ok x

(* An error. *)
let[@predicate] error (e : 'e) : ('a, 'e) result = Error e

(* The result, or [default]. *)
let[@predicate] value (r : ('a, 'e) result) (default : 'a) : 'a =
  match r with Ok x -> x | Error _ -> default

(* The result; fails at an error. For programs. *)
let get_ok (r : ('a, 'e) result) : 'a = match r with Ok x -> x | Error _ -> err ()

(* The error; fails at a result. For programs. *)
let get_error (r : ('a, 'e) result) : 'e = match r with Ok _ -> err () | Error e -> e

(* What [f] gives for the result, if there is one. *)
let[@predicate] bind (r : ('a, 'e) result) (f : 'a -> ('b, 'e) result) : ('b, 'e) result =
  match r with Ok x -> f x | Error e -> Error e

(* [f] of the result, if there is one. *)
let[@predicate] map (f : 'a -> 'b) (r : ('a, 'e) result) : ('b, 'e) result =
  match r with Ok x -> Ok (f x) | Error e -> Error e

(* [f] of the error, if there is one. *)
let[@predicate] map_error (f : 'e -> 'f) (r : ('a, 'e) result) : ('a, 'f) result =
  match r with Ok x -> Ok x | Error e -> Error (f e)

(* There is a result. *)
let[@predicate] is_ok (r : ('a, 'e) result) : bool = match r with Ok _ -> true | Error _ -> false

(* There is an error. *)
let[@predicate] is_error (r : ('a, 'e) result) : bool = match r with Ok _ -> false | Error _ -> true

(* The result as an option. *)
let[@predicate] to_option (r : ('a, 'e) result) : 'a option =
  match r with Ok x -> Some x | Error _ -> None
