(* The rest of the list has to start above its head: a list such as [0; 0] is
   missing, while every single element is there. *)
(* expect: rejected *)
(* missing: sorted_list 2 0 => [0; 0] *)
open Covenant_runtime

let[@predicate] starts_from (low : int) (l : int list) : bool =
  match l with [] -> true | x :: _ -> low <= x

let rec sorted_list (size : int) (low : int) : int list =
  if size = 0 then []
  else if bool_gen () then []
  else
    let head = int_gen () in
    if low <= head then
      let tail = sorted_list (size - 1) (head + 1) in
      head :: tail
    else err ()
[@@covers {|
  size:{v:int | 0 <= v} -> low:{v:int | true} ->
  [v:int list | len v <= size && sorted v && starts_from low v]
|}]
[@@measure size]
