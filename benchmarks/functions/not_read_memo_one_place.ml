(* The memory has room for one answer, whatever was asked; and an exception that tells of a question is not taken for an answer.
   expect: found: both (function 0 -> 0 | _ -> assert false) 0 1 returns (0, 0) *)

let both (f : int -> int) (a : int) (b : int) : int * int =
  let known = ref None in
  let ask n =
    match !known with
    | Some answer -> answer
    | None ->
        let answer = try f n with Not_found -> 0 in
        known := Some answer;
        answer
  in
  let first = ask a in
  (first, ask b)
[@@covers {| f:(n:int -> {v:int | n <= v}) -> a:int -> b:int -> {v:int * int | a <= fst v && b <= snd v} |}]
