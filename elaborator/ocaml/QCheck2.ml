(* QCheck2 over draws that a script can answer: see covenant_qcheck.ml. *)

module Representation : sig
  type 'a t

  val make : (unit -> 'a) -> 'a t
  val draw : 'a t -> 'a
  val early : bool
end = struct
  type 'a t = unit -> 'a

  let make f = f
  let draw g = g ()
  let early = true
end

module Gen = struct
  include Covenant_qcheck.Make (Representation)

  type 'a sized = int -> 'a t

  let pint ?origin = natural
  let int_range ?origin low high = range_of low high
  let char_range ?origin low high = characters_of low high
  let float_range ?origin (low : float) (high : float) = float
  let printable = Representation.make (fun () -> if Covenant_qcheck.coin () then '\n' else Char.chr (Covenant_qcheck.range 32 126))
  let char_printable = printable
  let string = string_of char
  let string_printable = string_of printable
  let bytes = bytes_of char
  let bytes_printable = bytes_of printable
  let flatten_opt = function None -> return None | Some g -> option g
  let flatten_option = flatten_opt
  let no_shrink g = g
  let set_shrink _ g = g
  let add_shrink_invariant _ g = g
  let shuffle_a a = map Array.of_list (shuffle_l (Array.to_list a))
  let shuffle_array = shuffle_a
  let make_primitive ~gen ~shrink = Representation.make (fun () -> gen (Random.State.make [| 0 |]))
end

module Print = Covenant_qcheck.Print

module Test = struct
  include Covenant_qcheck.Test

  let make ?if_assumptions_fail ?count ?long_factor ?max_gen ?max_fail ?small ?retries ?name ?print ?collect
      ?stats (_ : 'a Gen.t) (_ : 'a -> bool) : t =
    ()
end

let assume (_ : bool) = ()
let assume_fail () = failwith "assume_fail"
let ( ==> ) a b = (not a) || b
