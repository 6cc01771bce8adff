
(* --- the module Char: a character is a byte, of eight bits --- *)

(* Characters, by their bits, the most significant one first. *)
type char = Char of bool * bool * bool * bool * bool * bool * bool * bool

(* A bit as a number. *)
let[@predicate] bit (b : bool) : int = if b then 1 else 0

(* A bit is 0 or 1. *)
let[@lemma] bit_bounds (b : bool) = 0 <= bit b && bit b <= 1

(* The number of a character, from 0 to 255. *)
let[@predicate] code (c : char) : int =
  match c with
  | Char (b7, b6, b5, b4, b3, b2, b1, b0) ->
      (128 * bit b7) + (64 * bit b6) + (32 * bit b5) + (16 * bit b4) + (8 * bit b3)
      + (4 * bit b2) + (2 * bit b1) + bit b0

(* The number of a character is a byte. *)
let[@lemma] code_bounds (c : char) = 0 <= code c && code c <= 255

(* The character with a number; fails if it is not from 0 to 255. For programs. *)
let chr (n : int) : char =
  if n < 0 || 255 < n then err ()
  else
    Char
      ( 128 <= n mod 256, 64 <= n mod 128, 32 <= n mod 64, 16 <= n mod 32,
        8 <= n mod 16, 4 <= n mod 8, 2 <= n mod 4, 1 <= n mod 2 )
[@@covers {| n:int -> [v:char | code v = n] |}]

(* Any character. For programs. *)
let char_gen () : char = chr (int_range 0 255)
[@@covers {| M [v:char | true] |}]

(* Which of two characters has the larger number, as for integers. *)
let[@predicate] compare (a : char) (b : char) : int = code a - code b

(* Two characters are the same. *)
let[@predicate] equal (a : char) (b : char) : bool = a = b

(* The character is a digit. *)
let[@predicate] char_is_digit (c : char) : bool = 48 <= code c && code c <= 57
