(* A new head has to be larger than the one before it, which makes the elements
   distinct but also ordered. *)
(* expect: rejected *)
(* missing: unique_list 2 => [0; 1] *)
open Covenant_runtime

let rec unique_list (size : int) : int list =
  if size = 0 then []
  else
    let tail = unique_list (size - 1) in
    let head = int_gen () in
    match tail with
    | [] -> [ head ]
    | next :: _ -> if next < head then head :: tail else err ()
[@@covers {| size:{v:int | 0 <= v} -> [v:int list | len v = size && uniq v] |}]
[@@measure size]
