(* A function with a memory, which takes a function: OCaml runs it, and asks for what the table does not know.
   expect: none found: twice *)

let twice (f : int -> bool -> int) (n : int) : int * int =
  let known = Hashtbl.create 8 in
  let ask n =
    match Hashtbl.find_opt known n with
    | Some answer -> answer
    | None ->
        let answer = f n (0 < n) in
        Hashtbl.add known n answer;
        answer
  in
  (ask n, ask n)
[@@covers
  {| f:(n:int -> up:bool -> {v:int | n <= v}) -> n:int -> {v:int * int | n <= fst v && fst v = snd v} |}]
