(* QCheck over draws that a script can answer: see covenant_qcheck.ml. *)

module Representation = struct
  type 'a t = Random.State.t -> 'a

  (* Nothing is drawn from it. *)
  let state = Random.State.make [| 0 |]
  let make f _ = f ()
  let draw g = g state
  let early = false
end

module Gen = struct
  include Covenant_qcheck.Make (Representation)

  type 'a sized = int -> Random.State.t -> 'a

  let pint = natural
  let int_range = range_of
  let char_range = characters_of
  let float_range (low : float) (high : float) = float
  let float_bound_inclusive (high : float) = float
  let float_bound_exclusive (high : float) = float
  let printable = Representation.make (fun () -> if Covenant_qcheck.coin () then '\n' else Char.chr (Covenant_qcheck.range 32 125))
  let char_printable = printable
  let string ?(gen = char) = string_of gen
  let string_printable = string_of printable
  let string_readable = string_printable
  let bytes ?(gen = char) = bytes_of gen
  let bytes_printable = bytes_of printable
  let flatten_opt = function None -> return None | Some g -> map (fun x -> Some x) g
  let flatten_option = flatten_opt
end

module Print = Covenant_qcheck.Print

module Iter = struct
  type 'a t = ('a -> unit) -> unit

  let empty _ = ()
  let return x k = k x
  let map f i k = i (fun x -> k (f x))
  let map2 f a b k = a (fun x -> b (fun y -> k (f x y)))
  let append a b k =
    a k;
    b k

  let bind i f k = i (fun x -> f x k)
  let ( <+> ) = append
  let ( >|= ) i f = map f i
  let ( >>= ) = bind
  let ( <*> ) f i = map2 (fun f x -> f x) f i
  let ( let+ ) i f = map f i
  let ( let* ) = bind
  let pair a b = map2 (fun x y -> (x, y)) a b
  let ( and+ ) = pair
  let ( and* ) = pair
  let of_list l k = List.iter k l
  let of_array a k = Array.iter k a
  let filter f i k = i (fun x -> if f x then k x)
  let append_l l k = List.iter (fun i -> i k) l
  let flatten i k = i (fun j -> j k)
end

module Shrink = struct
  type 'a t = 'a -> 'a Iter.t

  let nil _ _ = ()
  let unit : unit t = nil
  let bool : bool t = nil
  let char : char t = nil
  let int : int t = nil
  let int_aggressive : int t = nil
  let int32 : int32 t = nil
  let int64 : int64 t = nil
  let option (_ : 'a t) : 'a option t = nil
  let string ?(shrink : char t option) : string t = nil
  let filter _ (_ : 'a t) : 'a t = nil
  let list ?(shrink : 'a t option) : 'a list t = nil
  let list_spine _ _ = ()
  let list_elems (_ : 'a t) : 'a list t = nil
  let array ?(shrink : 'a t option) : 'a array t = nil
  let pair (_ : 'a t) (_ : 'b t) : ('a * 'b) t = nil
  let triple (_ : 'a t) (_ : 'b t) (_ : 'c t) : ('a * 'b * 'c) t = nil
  let quad (_ : 'a t) (_ : 'b t) (_ : 'c t) (_ : 'd t) : ('a * 'b * 'c * 'd) t = nil
  let tup2 = pair
  let tup3 = triple
  let tup4 = quad
end

type 'a stat = string * ('a -> int)

(* As in the library, nobody else makes one. *)
module Arbitrary : sig
  type 'a t = private {
    gen : 'a Gen.t;
    print : ('a -> string) option;
    small : ('a -> int) option;
    shrink : 'a Shrink.t option;
    collect : ('a -> string) option;
    stats : 'a stat list;
  }

  val of_gen : ?print:('a -> string) -> 'a Gen.t -> 'a t
end = struct
  type 'a t = {
    gen : 'a Gen.t;
    print : ('a -> string) option;
    small : ('a -> int) option;
    shrink : 'a Shrink.t option;
    collect : ('a -> string) option;
    stats : 'a stat list;
  }

  let of_gen ?print gen = { gen; print; small = None; shrink = None; collect = None; stats = [] }
end

type 'a arbitrary = 'a Arbitrary.t = private {
  gen : 'a Gen.t;
  print : ('a -> string) option;
  small : ('a -> int) option;
  shrink : 'a Shrink.t option;
  collect : ('a -> string) option;
  stats : 'a stat list;
}

let of_gen gen = Arbitrary.of_gen gen
let gen a = a.gen
let get_gen = gen
let get_print a = a.print

let make ?print ?(small : ('a -> int) option) ?(shrink : 'a Shrink.t option) ?(collect : ('a -> string) option)
    ?(stats : 'a stat list option) (gen : 'a Gen.t) =
  Arbitrary.of_gen ?print gen

let set_print print a = Arbitrary.of_gen ~print a.gen
let set_small (_ : 'a -> int) (a : 'a arbitrary) = a
let set_shrink (_ : 'a Shrink.t) (a : 'a arbitrary) = a
let set_collect (_ : 'a -> string) (a : 'a arbitrary) = a
let set_stats (_ : 'a stat list) (a : 'a arbitrary) = a
let add_stat (_ : 'a stat) (a : 'a arbitrary) = a
let add_shrink_invariant (_ : 'a -> bool) (a : 'a arbitrary) = a
let no_shrink (a : 'a arbitrary) = a
let set_gen g (_ : 'a arbitrary) = of_gen g
let unit = of_gen Gen.unit
let bool = of_gen Gen.bool
let int = of_gen Gen.int
let pos_int = of_gen Gen.pint
let int_pos = pos_int
let int_neg = of_gen Gen.int_neg
let neg_int = of_gen Gen.neg_int
let small_nat = of_gen Gen.small_nat
let small_int = small_nat
let int_pos_small = small_nat
let nat_small = small_nat
let small_signed_int = of_gen Gen.small_signed_int
let int_small = small_signed_int
let int_bound n = of_gen (Gen.int_bound n)
let int_range low high = of_gen (Gen.int_range low high)
let ( -- ) = int_range
let float = of_gen Gen.float
let pos_float = of_gen Gen.pfloat
let neg_float = of_gen Gen.nfloat
let char = of_gen Gen.char
let printable_char = of_gen Gen.printable
let char_printable = printable_char
let numeral_char = of_gen Gen.numeral
let char_numeral = numeral_char
let string = of_gen (Gen.string_of Gen.char)
let string_of g = of_gen (Gen.string_of g)
let string_gen = string_of
let string_of_size size = of_gen (Gen.string_size size)
let string_gen_of_size size g = of_gen (Gen.string_size_of size g)
let string_size_of = string_gen_of_size
let small_string = of_gen Gen.string_small
let string_small = small_string
let string_small_of g = of_gen (Gen.string_small_of g)
let printable_string = of_gen Gen.string_printable
let string_printable = printable_string
let printable_string_of_size size = of_gen (Gen.string_size_of size Gen.printable)
let string_printable_of_size = printable_string_of_size
let small_printable_string = of_gen (Gen.string_small_of Gen.printable)
let string_small_printable = small_printable_string
let numeral_string = of_gen (Gen.string_of Gen.numeral)
let string_numeral = numeral_string
let numeral_string_of_size size = of_gen (Gen.string_size_of size Gen.numeral)
let string_numeral_of_size = numeral_string_of_size
let list a = of_gen (Gen.list a.gen)
let small_list a = of_gen (Gen.small_list a.gen)
let list_small = small_list
let list_of_size size a = of_gen (Gen.list_size size a.gen)
let list_size = list_of_size
let array a = of_gen (Gen.array a.gen)
let array_of_size size a = of_gen (Gen.array_size size a.gen)
let array_size = array_of_size
let option ?ratio a = of_gen (Gen.option ?ratio a.gen)
let pair a b = of_gen (Gen.pair a.gen b.gen)
let triple a b c = of_gen (Gen.triple a.gen b.gen c.gen)
let quad a b c d = of_gen (Gen.quad a.gen b.gen c.gen d.gen)
let tup2 = pair
let tup3 = triple
let tup4 = quad
let tup5 a b c d e = of_gen (Gen.tup5 a.gen b.gen c.gen d.gen e.gen)
let tup6 a b c d e f = of_gen (Gen.tup6 a.gen b.gen c.gen d.gen e.gen f.gen)
let tup7 a b c d e f g = of_gen (Gen.tup7 a.gen b.gen c.gen d.gen e.gen f.gen g.gen)
let tup8 a b c d e f g h = of_gen (Gen.tup8 a.gen b.gen c.gen d.gen e.gen f.gen g.gen h.gen)
let tup9 a b c d e f g h i = of_gen (Gen.tup9 a.gen b.gen c.gen d.gen e.gen f.gen g.gen h.gen i.gen)
let always ?print x = Arbitrary.of_gen ?print (Gen.return x)
let map ?rev f a = of_gen (Gen.map f a.gen)
let map_same_type f a = of_gen (Gen.map f a.gen)
let map_keep_input ?print ?small f a = of_gen (Gen.map_keep_input f a.gen)

let gens_of = function
  | [] -> failwith "a choice from nothing"
  | l -> List.map (fun a -> a.gen) l

let oneof l = of_gen (Gen.oneof (gens_of l))
let choose = oneof

let oneofl ?print ?collect l =
  match l with
  | [] -> invalid_arg "a choice from nothing"
  | l -> Arbitrary.of_gen ?print (Gen.oneofl l)

let oneofa ?print ?collect a = oneofl ?print (Array.to_list a)
let oneof_list = oneofl

let frequency ?print ?small ?shrink ?collect l =
  Arbitrary.of_gen ?print (Gen.frequency (List.map (fun (weight, a) -> (weight, a.gen)) l))

let frequencyl ?print ?small l = Arbitrary.of_gen ?print (Gen.frequencyl l)
let frequencya ?print ?small a = frequencyl ?print (Array.to_list a)
let oneof_weighted = frequency
let oneof_list_weighted = frequencyl

module Test = struct
  include Covenant_qcheck.Test

  let make ?if_assumptions_fail ?count ?long_factor ?max_gen ?max_fail ?small ?retries ?name (_ : 'a arbitrary)
      (_ : 'a -> bool) : t =
    ()
end

let assume (_ : bool) = ()
let assume_fail () = failwith "assume_fail"
let ( ==> ) a b = (not a) || b
