(* Where the generators of Covenant_runtime draw from. A module of its own, so that a program
   that uses the generators cannot replace what they draw from: its interface is not given to
   programs, and a harness that has it can answer every draw. *)

(* [choice n] is one of 0 .. n-1, for 1 <= n. *)
let choice : (int -> int) ref = ref (fun n -> Random.full_int n)

(* Any integer: a random number of random bits, and a random sign. *)
let any_int : (unit -> int) ref =
  ref (fun () ->
      let magnitude = Random.bits () lsr Random.int 30 in
      if Random.bool () then magnitude else -magnitude)

(* Any float, of any magnitude. *)
let any_float : (unit -> float) ref =
  ref (fun () ->
      let magnitude = Int64.float_of_bits (Random.int64 Int64.max_int) in
      if Random.bool () then magnitude else -.magnitude)
