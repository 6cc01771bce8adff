
(* --- the module Char: a character is a byte, of eight bits --- *)

(* Half of a byte, by its bits, the most significant one first. *)
type half = Half of bool * bool * bool * bool

(* Characters: the upper and the lower half of a byte. *)
type char = Char of half * half

(* A bit as a number. *)
let[@predicate] bit (b : bool) : int = match b with true -> 1 | false -> 0

(* A bit is 0 or 1. *)
let[@lemma] bit_bounds (b : bool) = 0 <= bit b && bit b <= 1

(* The number of a half, from 0 to 15. *)
let[@predicate] value (h : half) : int =
  match h with Half (b3, b2, b1, b0) -> (8 * bit b3) + (4 * bit b2) + (2 * bit b1) + bit b0

(* The number of a half is below 16. *)
let[@lemma] value_bounds (h : half) = 0 <= value h && value h <= 15

(* The number of a character, from 0 to 255. *)
let[@predicate] code (c : char) : int =
  match c with Char (high, low) -> (16 * value high) + value low

(* The number of a character is a byte. *)
let[@lemma] code_bounds (c : char) = 0 <= code c && code c <= 255

(* Whether the bit with a weight is set in a number below twice the weight. For programs. *)
let digit (weight : int) (m : int) : bool = weight <= m
[@@covers {| weight:int -> m:int ->
  [v:bool | (v = true ==> weight <= m) && (v = false ==> m < weight)] |}]

(* The half with a number. For programs. *)
let half_of (n : int) : half =
  let b3 = digit 8 n in
  let b2 = digit 4 (n mod 8) in
  let b1 = digit 2 (n mod 4) in
  let b0 = digit 1 (n mod 2) in
  Half (b3, b2, b1, b0)
[@@covers {| n:int -> [v:half | value v = n] |}]

(* The character with a number; fails if it is not from 0 to 255. For programs. *)
let chr (n : int) : char =
  if n < 0 || 255 < n then err ()
  else
    let high = half_of (n / 16) in
    let low = half_of (n mod 16) in
    Char (high, low)
[@@covers {| n:int -> [v:char | code v = n] |}]

(* Any character. For programs. *)
let char_gen () : char = chr (int_range 0 255)
[@@covers {| M [v:char | true] |}]

(* Which of two characters has the larger number, as for integers. *)
let[@predicate] compare (a : char) (b : char) : int = code a - code b

(* The capital letter of a small one: another bit of the upper half. *)
let[@predicate] uppercase_ascii (c : char) : char =
  match c with
  | Char (high, low) -> (
      match high with
      | Half (b3, b2, _, b0) ->
          if 97 <= code c && code c <= 122 then Char (Half (b3, b2, false, b0), low) else c)

(* The small letter of a capital one. *)
let[@predicate] lowercase_ascii (c : char) : char =
  match c with
  | Char (high, low) -> (
      match high with
      | Half (b3, b2, _, b0) ->
          if 65 <= code c && code c <= 90 then Char (Half (b3, b2, true, b0), low) else c)

(* Two characters are the same. *)
let[@predicate] equal (a : char) (b : char) : bool = a = b

(* The character is a digit. *)
let[@predicate] char_is_digit (c : char) : bool = 48 <= code c && code c <= 57
