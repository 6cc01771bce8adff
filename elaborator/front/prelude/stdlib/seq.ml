
(* --- the module Seq: sequences that are finite and computed from lists --- *)

(* Sequences. *)
type 'a t = Seq of 'a list

(* The elements of a sequence. *)
let[@predicate] elements (s : 'a t) : 'a list = match s with Seq l -> l
