(* A plain number has to leave the remainder one. *)
(* expect: rejected *)
(* level: 2 *)
(* missing: tag () => Plain 2 *)
(* missing: tags 1 => [ Plain 2 ] *)
open Covenant_runtime

type tag = Fizz of int | Buzz of int | Plain of int

let[@predicate] truthful (t : tag) : bool =
  match t with
  | Fizz x -> x mod 3 = 0
  | Buzz x -> x mod 5 = 0
  | Plain x -> x mod 3 <> 0 && x mod 5 <> 0

let[@predicate] rec all_truthful (l : tag list) : bool =
  match l with [] -> true | t :: rest -> truthful t && all_truthful rest

let tag () : tag =
  match int_range 0 2 with
  | 0 -> Fizz (3 * int_gen ())
  | 1 -> Buzz (5 * int_gen ())
  | _ ->
      let x = int_gen () in
      if x mod 3 <> 1 || x mod 5 = 0 then err () else Plain x
[@@covers {| M [v:tag | truthful v] |}]

let rec tags = function
  | 0 -> []
  | n -> if bool_gen () then [] else tag () :: tags (n - 1)
[@@covers {| n:{v:int | 0 <= v} -> [v:tag list | all_truthful v && len v <= n] |}]
