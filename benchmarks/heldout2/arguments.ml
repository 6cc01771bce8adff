(* Command-line arguments: flags, and options with a value. *)
(* expect: valid *)
(* level: 2 *)
open Covenant_runtime

type argument = Flag of char | Setting of string * int | Operand of string

let[@predicate] plain (a : argument) : bool =
  match a with Setting (_, value) -> 0 <= value | _ -> true

let[@predicate] rec all_plain (l : argument list) : bool =
  match l with [] -> true | a :: rest -> plain a && all_plain rest

let argument () : argument =
  let named name = Setting (name, nat_gen ()) in
  match int_range 0 2 with
  | 0 -> Flag (char_gen ())
  | 1 -> named (string_gen ())
  | _ -> Operand (string_gen ())
[@@covers {| M [v:argument | plain v] |}]

let rec arguments (n : int) : argument list =
  if n <= 0 then [] else if bool_gen () then [] else argument () :: arguments (n - 1)
[@@covers {| n:{v:int | 0 <= v} -> [v:argument list | all_plain v && len v <= n] |}]
