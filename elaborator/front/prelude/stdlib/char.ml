(* --- the module Char: a character is a byte, of eight bits --- *)

(* Characters, by their bits, the most significant one first. *)
type char = Char of bool * bool * bool * bool * bool * bool * bool * bool

let[@predicate] bit (b : bool) : int = if b then 1 else 0

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
    let b7 = 128 <= n in
    let n6 = if b7 then n - 128 else n in
    let b6 = 64 <= n6 in
    let n5 = if b6 then n6 - 64 else n6 in
    let b5 = 32 <= n5 in
    let n4 = if b5 then n5 - 32 else n5 in
    let b4 = 16 <= n4 in
    let n3 = if b4 then n4 - 16 else n4 in
    let b3 = 8 <= n3 in
    let n2 = if b3 then n3 - 8 else n3 in
    let b2 = 4 <= n2 in
    let n1 = if b2 then n2 - 4 else n2 in
    let b1 = 2 <= n1 in
    let n0 = if b1 then n1 - 2 else n1 in
    Char (b7, b6, b5, b4, b3, b2, b1, n0 = 1)
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
