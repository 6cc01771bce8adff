
(* --- the module Fun --- *)

(* Its argument. *)
let[@predicate] id (x : 'a) : 'a = x

(* Its first argument. *)
let[@predicate] const (x : 'a) (_ : 'b) : 'a = x

(* [f] with its arguments the other way round. *)
let[@predicate] flip (f : 'a -> 'b -> 'c) (x : 'b) (y : 'a) : 'c = f y x

(* Not [p]. *)
let[@predicate] negate (p : 'a -> bool) (x : 'a) : bool = not (p x)
