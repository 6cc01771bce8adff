(* The good neighbour of leftist_published: the claim says what the recorded number
   means and how the two children compare. *)
(* expect: valid *)
open Covenant_runtime

let[@predicate] rec left_leaning (h : int leftisthp) : bool =
  match h with
  | Lhpleaf -> true
  | Lhpnode (rank, _, left, right) ->
      rank = 1 + leftisthp_depth right
      && leftisthp_depth right <= leftisthp_depth left
      && left_leaning left && left_leaning right

let rec leftist_heap (size : int) : int leftisthp =
  if size = 0 then Lhpleaf
  else
    let root = int_gen () in
    let right_size = int_range 0 (size - 1) in
    let left = leftist_heap (size - 1) in
    let right = leftist_heap right_size in
    Lhpnode (1 + right_size, root, left, right)
[@@covers {|
  size:{v:int | 0 <= v} ->
  [v:int leftisthp | left_leaning v && leftisthp_depth v = size]
|}]
[@@measure size]
